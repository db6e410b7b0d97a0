import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 10;

/** Resolves with the postmaster of a data directory, followed by its children. Linux only. */
export async function serverProcesses(clusterDirectory: string): Promise<number[]> {
  const postmaster = Number.parseInt(await readFile(join(clusterDirectory, 'postmaster.pid'), 'utf8'), 10);
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
}

/** Sends SIGKILL to these processes, of which the first is the postmaster. Resolves when the postmaster has ended. */
export async function killServer(processes: readonly number[]): Promise<void> {
  for (const pid of processes) kill(pid);
  const [postmaster = 0] = processes;
  while (await isAlive(postmaster)) await sleep(pollMs);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Treats a zombie as dead. Its parent has not reaped it yet. */
async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return /^State:\s+[^ZX]/m.test(status);
}
