import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const program = resolve(import.meta.dirname, '../../dist/main.js');

/** `commissions reconcile` in its own process. */
interface ReconcileProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
}

export interface Ending {
  readonly code: number | null;
  /** The lines on standard output. */
  readonly findings: readonly string[];
  readonly stderr: string;
}

/** Starts the command. The command inherits only the search path from this process's environment. */
export function startReconcile(args: readonly string[], env: Record<string, string>, cwd: string): ReconcileProcess {
  const child = spawn(process.execPath, ['--no-warnings', program, 'reconcile', ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = text(child.stdout).catch(() => '');
  const stderr = text(child.stderr);
  return {
    child,
    ended: once(child, 'close').then(async ([code]) => ({
      code: code as number | null,
      findings: (await stdout).split('\n').filter(Boolean),
      stderr: await stderr,
    })),
  };
}
