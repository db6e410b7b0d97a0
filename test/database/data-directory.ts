import { chown, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';

/** Creates a directory with mode 0700. When the tests run as root, PostgreSQL's own account cannot even traverse it. */
export async function makeDataDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'data-directory-'));
}

export async function makeDataDirectoryOf(account: { uid: number; gid: number }): Promise<string> {
  const directory = await makeDataDirectory();
  await chown(directory, account.uid, account.gid);
  return directory;
}

/** Kills the processes that a failed test left running in the directory, and removes the directory. */
export async function removeDataDirectory(directory: string): Promise<void> {
  for (const pid of await processesIn(directory)) signalIfRunning(pid, 'SIGKILL');
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** Also takes the negative id of a process group. A process that has just ended is no fault. */
export function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Resolves with PostgreSQL's processes: those whose working directory is below the directory. Skips processes that have
 * exited. Such a process keeps its working directory for a moment, but has no command line.
 */
export async function processesIn(directory: string): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(pids.map((pid) => runsBelow(directory, pid)));
  return pids.filter((_, index) => found[index]);
}

async function runsBelow(directory: string, pid: number): Promise<boolean> {
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  if (!workingDirectory.startsWith(directory)) return false;
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
}

export async function postmasterPid(dataDirectory: string): Promise<number> {
  const text = await readFile(join(clusterDirectory(dataDirectory), 'postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

export async function openDescriptors(): Promise<number> {
  return (await readdir('/proc/self/fd').catch(() => [])).length;
}
