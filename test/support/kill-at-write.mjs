// For `NODE_OPTIONS=--import`: ends the process like `kill -9` before it sends something for the KILL_AT_WRITE-th time, to
// the database or to the object store. Without a number it writes how often it sent to KILL_COUNT_FILE as it ends.
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';

const { KILL_AT_WRITE, KILL_COUNT_FILE } = process.env;
let writes = 0;

for (const name of ['_write', '_writev']) {
  const send = Socket.prototype[name];
  Socket.prototype[name] = function (...call) {
    if (!this._isStdio) {
      writes += 1;
      if (writes === Number(KILL_AT_WRITE)) process.kill(process.pid, 'SIGKILL');
    }
    return send.apply(this, call);
  };
}

process.on('exit', () => {
  if (KILL_COUNT_FILE) writeFileSync(KILL_COUNT_FILE, String(writes));
});
