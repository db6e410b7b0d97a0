import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataDirectoryInUseError } from './errors.ts';
import { socketPort } from './socket-directory.ts';

/** Any number will do that nothing else locks in the database `postgres`. */
const lockKey = 4_201_718_020;
const ownerPrefix = 'commissions-owner:';
const connectionTimeoutMs = 5000;
const lockPollMs = 20;
/** The session of an owner that was killed outlives it by some milliseconds, more on a busy machine. */
const lockTimeoutMs = 1000;

/**
 * The right to a cluster: a session that holds an advisory lock. PostgreSQL gives it to one session at a time and takes
 * it back when that session's process dies, however it dies.
 */
export interface Ownership {
  /** A session on the database `postgres`. */
  readonly client: Client;
  /** Resolves when the session has ended, for whatever reason. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/**
 * Rejects with the connection's error (`ENOENT`, `ECONNREFUSED`, SQLSTATE 57P03 …) when no server responds.
 * @throws {DataDirectoryInUseError} when another live process is the owner
 */
export async function claimOwnership(socketDirectory: string, dataDirectory: string): Promise<Ownership> {
  const client = new Client({
    host: socketDirectory,
    port: socketPort,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    application_name: `${ownerPrefix}${process.pid}`,
    connectionTimeoutMillis: connectionTimeoutMs,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  try {
    await client.connect();
    if (!(await takeLock(client))) throw new DataDirectoryInUseError(dataDirectory, await ownerPid(client));
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { client, lost, release: () => client.end().catch(() => {}) };
}

async function takeLock(client: Client): Promise<boolean> {
  for (const giveUpAt = performance.now() + lockTimeoutMs; performance.now() < giveUpAt; await sleep(lockPollMs)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey]);
    if (rows[0]?.taken) return true;
  }
  return false;
}

async function ownerPid(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and granted and (classid::bigint << 32 | objid::bigint) = $1`,
    [lockKey],
  );
  const pid = Number(rows[0]?.name.slice(ownerPrefix.length));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}
