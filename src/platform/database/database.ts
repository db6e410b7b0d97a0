import type { Pool } from 'pg';

export interface Timeouts {
  /** Time limit for a new connection, and for a free connection of the pool. */
  readonly connectMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
}

/** Options in which another pool of the same database differs. */
export interface PoolChanges {
  readonly timeouts?: Timeouts | undefined;
  /** Maximum number of connections. Default: 32. */
  readonly poolSize?: number | undefined;
}

/**
 * A PostgreSQL database for the service, wherever it runs. The pool opens connections on demand. So while a server is
 * down or starting, queries reject and the `Database` stays usable.
 */
export interface Database {
  /** Usable until `close`. Replaces lost connections. */
  readonly pool: Pool;
  /** Opens another pool, for work that must not use connections of the first pool. Usable until `close`. */
  openPool(changes: PoolChanges): Pool;
  /**
   * Ends the pools, waits a limited time for borrowed clients, and stops the server if this process runs it.
   * Idempotent: every call returns the same promise.
   */
  close(): Promise<void>;
}
