import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectPath } from '../paths.ts';
import { cpuTimeMs, peakMemoryMiB } from '../process-usage.ts';

/** What one call of `commissions` took. */
export interface CommandRun {
  readonly wallMs: number;
  /** Of its own process, in steps of 10. */
  readonly cpuMs: number;
  readonly peakMiB: number;
}

const pollMs = 50;

/** @throws {Error} when the command does not end with exit code 0 */
export async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<CommandRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--no-warnings', projectPath('dist/main.js'), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'spawn');
  const pid = child.pid as number;
  const ended = once(child, 'exit');
  const used = { cpuMs: 0, peakMiB: 0 };
  const timer = setInterval(async () => {
    try {
      const [cpuMs, peakMiB] = await Promise.all([cpuTimeMs(pid), peakMemoryMiB(pid)]);
      // A process that has just ended has no memory any more.
      if (Number.isFinite(peakMiB)) Object.assign(used, { cpuMs, peakMiB });
    } catch {
      // It has ended between two reads.
    }
  }, pollMs);
  const [code] = await ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`commissions ${args.join(' ')} ended with code ${code}`);
  return { wallMs: performance.now() - startedAt, ...used };
}
