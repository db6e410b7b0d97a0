import type { Pool } from 'pg';

export interface Timeouts {
  /** For a new connection, and for a free one of the pool. */
  readonly connectMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
}

/** What another pool of the same database does otherwise. */
export interface PoolChanges {
  readonly timeouts?: Timeouts | undefined;
  /** Connections at most; 32 when left out. */
  readonly poolSize?: number | undefined;
}

/**
 * A PostgreSQL that the service may use, wherever it runs. The pool opens connections when they are asked for, so a
 * server that is down, starting or restarting shows as a rejected query and never as a broken `Database`.
 */
export interface Database {
  /** Lives until `close`. The pool replaces lost connections itself. */
  readonly pool: Pool;
  /** Another pool, for work that must take no connection from the first. Lives until `close`. */
  openPool(changes: PoolChanges): Pool;
  /**
   * Ends the pools, waiting a bounded time for borrowed clients, then stops the server if this process runs it.
   * Idempotent: every call gives the same promise.
   */
  close(): Promise<void>;
}
