import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';

export const applicationName = 'commission-submission-service';

const defaultPoolSize = 32;
const connectionTimeoutMs = 3000;
const idleTimeoutMs = 30_000;
const keepAliveDelayMs = 10_000;
const statementTimeoutMs = 15_000;
const lockTimeoutMs = 5000;
const idleInTransactionTimeoutMs = 15_000;
/** Longer than the server's own limit: it only fires when the server or the network has gone silent. */
const silenceTimeoutMs = statementTimeoutMs + 5000;
const endPatienceMs = 3000;

export interface PoolOptions {
  /** Connections at most; 32 when left out. */
  readonly poolSize?: number | undefined;
  /** Told of each idle connection that broke. The pool has dropped it already. */
  onIdleError(error: Error): void;
}

/** A pool whose sessions are bounded in time. Does not connect. */
export function createPool(connection: PoolConfig, options: PoolOptions): Pool {
  const pool = new Pool({
    application_name: applicationName,
    max: options.poolSize ?? defaultPoolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    query_timeout: silenceTimeoutMs,
    ...connection,
  });
  pool.on('error', (error) => options.onIdleError(error));
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
