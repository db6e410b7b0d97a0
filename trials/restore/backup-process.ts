import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { projectPath } from '../../bench/paths.ts';
import type { BackupResult } from '../../src/keeping/backup/create-backup.ts';
import { peakMiBOf } from '../service/process-memory.ts';

interface FinishedBackup {
  readonly result: BackupResult;
  readonly seconds: number;
  /** The peak of the process's resident memory. */
  readonly peakMiB: number;
}

const pollMs = 50;

function start(args: readonly string[], env: Record<string, string>) {
  const program = ['--no-warnings', projectPath('dist/main.js'), 'backup', ...args];
  return spawn(process.execPath, program, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Kills a backup after this time. The backup may end before. */
export async function killedBackup(directory: string, env: Record<string, string>, afterMs: number): Promise<boolean> {
  const child = start([directory], env);
  child.stdout.resume();
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  const [, signal] = await once(child, 'close');
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

export async function finishedBackup(directory: string, env: Record<string, string>): Promise<FinishedBackup> {
  const startedAt = performance.now();
  const child = start([directory, '--json', '--keep', '100'], env);
  let peakMiB = 0;
  const timer = setInterval(async () => {
    peakMiB = Math.max(peakMiB, await peakMiBOf(child.pid ?? 0));
  }, pollMs);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  clearInterval(timer);
  if (code !== 0) throw new Error(`The back-up ended with code ${code}`);
  return { result: JSON.parse(output), seconds: (performance.now() - startedAt) / 1000, peakMiB };
}
