import { openSync } from 'node:fs';
import { Writable } from 'node:stream';
import { run } from '../../src/main/run.ts';
import { stopSignals } from '../../src/process/stop-signals.ts';
import type { CommandEnding, CommandOptions } from './command.ts';

interface OwnCommandOptions extends Omit<CommandOptions, 'program'> {
  /** The error of each write to standard output. */
  readonly outputFault?: Error | null;
}

/** A write to it would be lost: a log that writes to the file of its stream is for files. */
const nowhere = openSync('/dev/null', 'w');

/** The command before. They take the process's streams, environment, folder and exit code, so they run in turn. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command as `runCommand` does, in this process: a start of the program takes longer than most commands. What
 * ends by a signal, or writes to a pipe that closes, needs a process of its own.
 */
export function runOwnCommand(
  args: readonly string[],
  { env, cwd, outputFault = null }: OwnCommandOptions,
): Promise<CommandEnding> {
  const ended = last.then(() => {
    const whole = { PATH: process.env.PATH ?? '', DISK_FLOOR_BYTES: '0', ...env };
    return runWith({ stdout: collect(outputFault), stderr: collect(null) }, whole, cwd, args);
  });
  last = ended.catch(() => {});
  return ended;
}

async function runWith(
  { stdout, stderr }: Readonly<Record<'stdout' | 'stderr', Collected>>,
  env: NodeJS.ProcessEnv,
  cwd: string,
  args: readonly string[],
): Promise<CommandEnding> {
  const { stdout: ownStdout, stderr: ownStderr } = Object.getOwnPropertyDescriptors(process);
  const own = { env: process.env, cwd: process.cwd(), exitCode: process.exitCode };
  const listeners = stopSignals.map((signal) => [signal, process.listeners(signal)] as const);
  process.chdir(cwd);
  process.env = env;
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdout', { value: stdout.stream, configurable: true });
  Object.defineProperty(process, 'stderr', { value: stderr.stream, configurable: true });
  try {
    await run(args);
    const bytes = stdout.bytes();
    return { code: Number(process.exitCode ?? 0), stdout: bytes.toString(), bytes, stderr: stderr.bytes().toString() };
  } finally {
    Object.defineProperties(process, { stdout: ownStdout, stderr: ownStderr });
    process.exitCode = own.exitCode;
    process.env = own.env;
    process.chdir(own.cwd);
    for (const [signal, before] of listeners) {
      for (const listener of process.listeners(signal)) {
        if (!before.includes(listener)) process.off(signal, listener);
      }
    }
  }
}

interface Collected {
  readonly stream: Writable & { readonly fd: number };
  bytes(): Buffer;
}

function collect(fault: Error | null): Collected {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done(fault);
    },
  });
  return { stream: Object.assign(stream, { fd: nowhere }), bytes: () => Buffer.concat(pieces) };
}
