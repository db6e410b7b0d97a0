import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
export const repository = resolve(import.meta.dirname, '../../..');
const runner = join(import.meta.dirname, 'on-another-machine.sh');

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A copy of this machine, with the checkout at the same path (`on-another-machine.sh`). */
export interface AnotherMachine {
  /** Runs a command as root. Resolves with its output. */
  run(...command: readonly string[]): Promise<string>;
  /** Resolves with the output and exit code of a command, failed or not. */
  endOf(...command: readonly string[]): Promise<Ended>;
  /** Returns the program and the arguments that run a command there. */
  commandFor(...command: readonly string[]): readonly [string, readonly string[]];
  /** Returns the path, on this machine, of a file that was changed there. */
  changed(path: string): string;
  remove(): Promise<void>;
}

export async function makeAnotherMachine(): Promise<AnotherMachine> {
  const directory = await mkdtemp(join(tmpdir(), 'another-machine-'));
  const commandFor = (...command: readonly string[]) => [runner, [directory, repository, ...command]] as const;
  const options = { timeout: 240_000 };
  return {
    commandFor,
    async run(...command) {
      const [program, args] = commandFor(...command);
      return (await execute(program, args, options)).stdout;
    },
    async endOf(...command) {
      const [program, args] = commandFor(...command);
      return execute(program, args, options).then(
        (output) => ({ code: 0, ...output }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      );
    },
    changed: (path) => join(directory, 'changes', path),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
