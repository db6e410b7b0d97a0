// For `NODE_OPTIONS=--import`. Kills the process like `kill -9` before its KILL_AT_WRITE-th write to the database or
// the object store. Without KILL_AT_WRITE, writes the number of such writes to the file KILL_COUNT_FILE at exit.
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
