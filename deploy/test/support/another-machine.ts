import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** A copy of this machine, with the repository at the same path (`on-another-machine.sh`). */
export interface AnotherMachine {
  /** Runs a command as root. Resolves with its output. */
  run(...command: readonly string[]): Promise<string>;
  /** Resolves with the output and exit code of a command, failed or not. */
  endOf(...command: readonly string[]): Promise<Ended>;
  /** Returns the program and the arguments that run a command there. */
  commandFor(...command: readonly string[]): readonly [string, readonly string[]];
  /** Returns the path, on this machine, of a file there. */
  pathOf(path: string): string;
  /** From now on installs these packages there instead of npm, which fetches them. They are copied by links. */
  copyPackages(path: string): Promise<void>;
  remove(): Promise<void>;
}

export async function makeAnotherMachine(): Promise<AnotherMachine> {
  const directory = await mkdtemp(join(tmpdir(), 'another-machine-'));
  const holder = spawn(runner, [directory, repository], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  // All commands share one mount: through two, they would not see that a database runs already.
  const enter = ['--target', String(holder.pid), '--mount', '--', 'chroot', join(directory, 'root')];
  const commandFor = (...command: readonly string[]) => ['nsenter', [...enter, ...command]] as const;
  const options = { timeout: 240_000 };
  const pathOf = (path: string) => join(`/proc/${holder.pid}/root`, directory, 'root', path);
  async function run(...command: readonly string[]) {
    const [program, args] = commandFor(...command);
    return (await execute(program, args, options)).stdout;
  }
  return {
    commandFor,
    run,
    async endOf(...command) {
      const [program, args] = commandFor(...command);
      return execute(program, args, options).then(
        (output) => ({ code: 0, ...output }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      );
    },
    pathOf,
    async copyPackages(path) {
      await run('cp', '-Rl', path, '/srv/node_modules');
      const script = '#!/bin/sh\nexec cp -Rl /srv/node_modules .\n';
      await writeFile(pathOf('usr/local/sbin/npm'), script, { mode: 0o755 });
    },
    async remove() {
      holder.stdin.end();
      await once(holder, 'close');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
