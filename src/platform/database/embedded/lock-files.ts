import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import { socketPort } from './socket-directory.ts';

const run = promisify(execFile);
const pidFile = 'postmaster.pid';
const socketLockFile = `.s.PGSQL.${socketPort}.lock`;
/** A younger lock file may belong to a server that is just starting. */
const freshLockFileMs = 2000;

/**
 * Removes lock files whose process is no server of this cluster. PostgreSQL accepts a lock file as valid when any
 * process has the number in it, which may be an unrelated process after a restart of the machine or container. If two
 * starts get here at once, PostgreSQL's shared memory still prevents a second server.
 */
export async function removeStaleLockFiles(cluster: Cluster): Promise<void> {
  for (const name of [pidFile, socketLockFile]) {
    const path = join(cluster.directory, name);
    const found = await stat(path).catch(() => null);
    if (!found || Date.now() - found.mtimeMs < freshLockFileMs) continue;
    const pid = await readPid(path);
    if (pid === null || !(await isPostmaster(pid, cluster))) await unlink(path).catch(() => {});
  }
}

/** Returns the process id in the cluster's lock file, or null without that file. */
export async function readPostmasterPid(cluster: Cluster): Promise<number | null> {
  return readPid(join(cluster.directory, pidFile));
}

async function readPid(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  // PostgreSQL's single-user mode writes a negative process id.
  const pid = Math.abs(Number.parseInt(text, 10));
  return Number.isNaN(pid) || pid === 0 ? null : pid;
}

/**
 * Resolves with true when the process is this cluster's server, judged by its command line. Unlike the working
 * directory, other accounts can read the command line. A zombie process has no command line.
 */
export async function isPostmaster(pid: number, cluster: Cluster): Promise<boolean> {
  return (await commandLine(pid)).includes(`cluster_name=${cluster.name}`);
}

async function commandLine(pid: number): Promise<readonly string[]> {
  if (existsSync('/proc/self/cmdline')) {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  }
  const listed = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return listed.stdout.split(/\s+/);
}
