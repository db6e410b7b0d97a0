// tests-on-a-busy-machine.mjs [COUNT]: runs `npm test` five times (or COUNT) while another program of the same priority
// keeps one core busy. Prints how each run ended. Exits with 1 when one failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const count = Number(process.argv[2] ?? 5);
const busy = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
busy.unref();
process.once('exit', () => busy.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

let failures = 0;
for (let run = 1; run <= count; run++) {
  const start = Date.now();
  const env = { ...process.env, NO_COLOR: '1' };
  const tests = spawn('npm', ['test'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [status]] = await Promise.all([text(tests.stdout), text(tests.stderr), once(tests, 'close')]);
  if (status !== 0) failures++;
  const told = `${errors}\n${output}`.split('\n').filter((line) => /^ *(FAIL|Tests|Errors) /.test(line));
  if (status !== 0) told.push(...causesIn(errors));
  console.log(`run ${run}: ${status === 0 ? 'passed' : 'failed'} in ${Math.round((Date.now() - start) / 1000)} s`);
  console.log(told.join('\n'));
}
console.log(`${count - failures} of ${count} passed`);
process.exitCode = failures === 0 ? 0 : 1;

/** Returns the first lines of what vitest says of failed tests and of errors outside of tests. */
function causesIn(errors) {
  return errors
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 120);
}
