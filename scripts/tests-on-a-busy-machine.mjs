// tests-on-a-busy-machine.mjs [--times N] [--file PATH]... [--command "…"]: runs `npm test`, or some of its files, ten times
// (or N) while another program of the same priority keeps one core busy. A file may be of any project of
// vitest.config.ts. Prints how each run ended. Exits with 1 when one failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    file: { type: 'string', multiple: true, default: [] },
    command: { type: 'string' },
  },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) throw new Error('--times must be a whole number from 1');
const ofFiles = values.file.length > 0 ? ['npx', 'vitest', 'run', ...values.file] : ['npm', 'test'];
const [program, ...args] = values.command?.split(' ') ?? ofFiles;
const busy = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
busy.unref();
process.once('exit', () => busy.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

let failures = 0;
for (let run = 1; run <= times; run++) {
  const start = Date.now();
  const env = { ...process.env, NO_COLOR: '1' };
  const tests = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [status]] = await Promise.all([text(tests.stdout), text(tests.stderr), once(tests, 'close')]);
  console.log(`run ${run}: ${status === 0 ? 'passed' : 'failed'} in ${Math.round((Date.now() - start) / 1000)} s`);
  const lines = `${errors}\n${output}`.split('\n');
  console.log(lines.filter((line) => /^ *(FAIL|Tests|Errors) |^\d+ passed, /.test(line)).join('\n'));
  if (status === 0) continue;
  failures++;
  console.log(firstLinesOf(errors));
}
console.log(`${times - failures} of ${times} passed`);
process.exitCode = failures === 0 ? 0 : 1;

/** Returns the beginning of vitest's report of failed tests and of errors outside of tests. */
function firstLinesOf(errors) {
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, 120).join('\n');
}
