import { spawn } from 'node:child_process';
import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAs, workingDirectoryName } from './account.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { isPostmaster, readPostmasterPid } from './lock-files.ts';
import { socketPort } from './socket-directory.ts';

/** Command line settings, which override the cluster's own files. Sized for a small machine. */
export const settings: Readonly<Record<string, string>> = {
  port: String(socketPort),
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '48MB',
  huge_pages: 'off',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  jit: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors reach the client that caused them. In the log they could expose customers' data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  logging_collector: 'off',
};

const pollMs = 10;
const maxLogBytes = 1024 * 1024;
const tailLines = 8;

/** Fast shutdown, then immediate shutdown, then a kill. */
const stopSteps = [
  { signal: 'SIGINT', timeoutMs: 15_000 },
  { signal: 'SIGQUIT', timeoutMs: 5000 },
  { signal: 'SIGKILL', timeoutMs: 5000 },
] as const;

/** A server that this process has started. */
export type Postmaster = Awaited<ReturnType<typeof launchPostmaster>>;

/** Starts the server in its own session: Ctrl-C reaches only this process, which then stops the server in order. */
export async function launchPostmaster(cluster: Cluster) {
  const log = await openLog(cluster);
  const { size: logStart } = await log.stat();
  const options = Object.entries({ ...settings, cluster_name: cluster.name }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const directoryName = workingDirectoryName(cluster.directory);
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', directoryName, ...options.flatMap((option) => ['-c', option])],
    {
      ...runAs(cluster.account, cluster.directory),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  let ending: string | null = null;
  child.on('error', (error) => {
    ending = error.message;
  });
  child.on('exit', (code, signal) => {
    ending = signal ? `it was ended by ${signal}` : `it exited with code ${code}`;
  });
  child.unref();
  await log.close();
  return {
    /** 0 when the process could not be spawned. */
    pid: child.pid ?? 0,
    /** Resolves with the last lines of the server's log. */
    async logTail(): Promise<string> {
      const written = (await readFile(cluster.logFile)).subarray(logStart);
      return written.toString().trimEnd().split('\n').slice(-tailLines).join('\n');
    },
    /** The reason why the process ended, in words, or null while it runs. */
    get ending(): string | null {
      return ending;
    },
  };
}

/** Opens the log, to which every start appends. A log that has grown large is renamed to `.previous`. */
async function openLog({ logFile, account }: Cluster): Promise<FileHandle> {
  const before = await stat(logFile).catch(() => null);
  if (before !== null && before.size > maxLogBytes) await rename(logFile, `${logFile}.previous`);
  const log = await open(logFile, 'a', 0o600);
  // An ordinary user must be able to append to the log after root has started the cluster.
  if (account) await log.chown(account.uid, account.gid);
  return log;
}

/** Resolves with true when it ended only because another server of this cluster runs, starts or is still stopping. */
export async function lostToAnotherServer(postmaster: Postmaster): Promise<boolean> {
  return /lock file .* (already exists|is empty)|pre-existing shared memory block/.test(await postmaster.logTail());
}

/**
 * Stops the server of the cluster, if it runs, and waits for its end. Only the owner of the cluster may call it.
 * @throws {EmbeddedDatabaseError} when even SIGKILL did not end it
 */
export async function stopServerOf(cluster: Cluster): Promise<void> {
  const pid = await readPostmasterPid(cluster);
  if (pid !== null) await stopPostmaster(pid, cluster);
}

/** As `stopServerOf`, for a given process, which may already have ended. */
export async function stopPostmaster(pid: number, cluster: Cluster): Promise<void> {
  for (const { signal, timeoutMs } of stopSteps) {
    if (!(await isPostmaster(pid, cluster))) return;
    signalProcess(pid, signal);
    if (await hasEnded(pid, cluster, timeoutMs)) return;
  }
  throw new EmbeddedDatabaseError(`The PostgreSQL server of ${cluster.directory} (process ${pid}) does not end`);
}

async function hasEnded(pid: number, cluster: Cluster, timeoutMs: number): Promise<boolean> {
  for (const giveUpAt = performance.now() + timeoutMs; performance.now() < giveUpAt; await sleep(pollMs)) {
    if (!(await isPostmaster(pid, cluster))) return true;
  }
  return false;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
