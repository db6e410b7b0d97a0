import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 10;

/** The postmaster of a data directory, then its children. Linux only. */
export async function serverProcesses(clusterDirectory: string): Promise<number[]> {
  const postmaster = Number.parseInt(await readFile(join(clusterDirectory, 'postmaster.pid'), 'utf8'), 10);
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
}

/** SIGKILL to these processes, the first of which is the postmaster; resolves when that one is gone. */
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

/** A zombie is dead: only its parent has not looked yet. */
async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return /^State:\s+[^ZX]/m.test(status);
}
