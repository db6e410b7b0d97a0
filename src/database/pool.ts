import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';

export const applicationName = 'commission-submission-service';

const defaultPoolSize = 32;
const idleTimeoutMs = 30_000;
const keepAliveDelayMs = 10_000;
const idleInTransactionTimeoutMs = 15_000;
const defaultTimeouts: Timeouts = { connectMs: 3000, statementMs: 15_000, lockMs: 5000 };
/** Beyond the server's own limit: the client's fires only when the server or the network has gone silent. */
const silenceMs = 5000;
const endPatienceMs = 3000;

export interface Timeouts {
  /** For a new connection, and for a free one of the pool. */
  readonly connectMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
}

export interface PoolOptions {
  readonly timeouts?: Timeouts | undefined;
  /** Connections at most; 32 when left out. */
  readonly poolSize?: number | undefined;
  /** Told of each idle connection that broke. The pool has dropped it already. */
  onIdleError(error: Error): void;
}

/** A pool whose sessions are bounded in time. Does not connect. */
export function createPool(connection: PoolConfig, options: PoolOptions): Pool {
  const { connectMs, statementMs, lockMs } = options.timeouts ?? defaultTimeouts;
  const pool = new Pool({
    application_name: applicationName,
    max: options.poolSize ?? defaultPoolSize,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    query_timeout: statementMs + silenceMs,
    ...connection,
  });
  // A connection that has not quite ended when its server stops is no news.
  pool.on('error', (error) => {
    if (!pool.ending) options.onIdleError(error);
  });
  // A borrowed client that breaks between two queries has no listener of the pool's, and an 'error' event without
  // one ends the process. Its next query rejects, which is all its borrower needs.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Ends the pool. A client that is never given back delays it for a bounded time only. */
export async function endPool(pool: Pool): Promise<void> {
  const patience = new AbortController();
  const waited = sleep(endPatienceMs, undefined, { signal: patience.signal }).catch(() => {});
  try {
    await Promise.race([pool.end(), waited]);
  } finally {
    patience.abort();
  }
}
