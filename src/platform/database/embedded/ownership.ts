import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataDirectoryInUseError } from './errors.ts';
import { socketPort } from './socket-directory.ts';

/** Key of an advisory lock. No other lock in the database `postgres` may use this number. */
const lockKey = 4_201_718_020;
const ownerPrefix = 'commissions-owner:';
const connectionTimeoutMs = 5000;
const lockPollMs = 20;
/** The session of a killed owner ends some milliseconds after the owner, or later on a busy machine. */
const lockTimeoutMs = 1000;

/**
 * The ownership of a cluster: a session that holds an advisory lock. PostgreSQL grants the lock to one session at a
 * time, and releases it when that session's process dies for any reason.
 */
export type Ownership = Awaited<ReturnType<typeof claimOwnership>>;

/**
 * Claims the ownership. Without a server, rejects with the connection's error (`ENOENT`, `ECONNREFUSED`, 57P03 …).
 * @throws {DataDirectoryInUseError} when another live process is the owner
 */
export async function claimOwnership(socketDirectory: string, dataDirectory: string) {
  /** A session on the database `postgres`. */
  const client = new Client({
    host: socketDirectory,
    port: socketPort,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    application_name: `${ownerPrefix}${process.pid}`,
    connectionTimeoutMillis: connectionTimeoutMs,
  });
  /** Resolves when the session has ended, for any reason. */
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
