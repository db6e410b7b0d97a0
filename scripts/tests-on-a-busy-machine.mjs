// tests-on-a-busy-machine.mjs [COUNT]: runs `npm test` five times (or COUNT) while another program of the same priority
// keeps one core busy. Prints how each run ended. Exits with 1 when one failed.
import { spawn, spawnSync } from 'node:child_process';

const count = Number(process.argv[2] ?? 5);
const busy = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
process.once('exit', () => busy.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

let failures = 0;
for (let run = 1; run <= count; run++) {
  const start = Date.now();
  const { status, stdout } = spawnSync('npm', ['test'], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) failures++;
  const told = stdout.split('\n').filter((line) => /^ *(FAIL|Tests|Errors) /.test(line));
  console.log(`run ${run}: ${status === 0 ? 'passed' : 'failed'} in ${Math.round((Date.now() - start) / 1000)} s`);
  console.log(told.join('\n'));
}
console.log(`${count - failures} of ${count} passed`);
process.exitCode = failures === 0 ? 0 : 1;
