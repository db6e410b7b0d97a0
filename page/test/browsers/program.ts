import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export function startProgram(command: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const program = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  program.on('error', () => {});
  return program;
}

export async function stopProgram(program: ChildProcess): Promise<void> {
  if (program.pid === undefined || program.exitCode !== null || program.signalCode !== null) return;
  program.kill();
  await once(program, 'exit');
}

/** Retries until the attempt succeeds, because a program needs time to start listening. */
export async function untilItWorks<T>(attempt: () => Promise<T>, timeoutMs = 30_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
