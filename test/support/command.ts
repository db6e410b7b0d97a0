import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { ownProgram } from './service-process.ts';

/** A command of `commissions` that runs in its own process. */
interface CommandProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandEnding>;
}

export interface CommandEnding {
  readonly code: number | null;
  readonly stdout: string;
  readonly bytes: Buffer;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The working directory. */
  readonly cwd: string;
  /** `dist/main.js` of another install. */
  readonly program?: string;
}

/** Starts a command. The command inherits only the search path from this process's environment. */
export function startCommand(
  args: readonly string[],
  { env, cwd, program = ownProgram }: CommandOptions,
): CommandProcess {
  const child = spawn(process.execPath, ['--no-warnings', program, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', DISK_FLOOR_BYTES: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const bytes = buffer(child.stdout).catch(() => Buffer.alloc(0));
  const stderr = text(child.stderr);
  const ended = once(child, 'close').then(async ([code]) => {
    const out = await bytes;
    return { code: code as number | null, stdout: out.toString(), bytes: out, stderr: await stderr };
  });
  return { child, ended };
}

export function runCommand(args: readonly string[], options: CommandOptions): Promise<CommandEnding> {
  return startCommand(args, options).ended;
}
