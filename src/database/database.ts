import type { Pool } from 'pg';

/**
 * A PostgreSQL that the service may use, wherever it runs. The pool opens connections when they are asked for, so a
 * server that is down, starting or restarting shows as a rejected query and never as a broken `Database`.
 */
export interface Database {
  /** Lives until `close`. Lost connections are replaced by the pool itself. */
  readonly pool: Pool;
  /**
   * Ends the pool, waiting a bounded time for borrowed clients, then stops the server if this process runs it.
   * Idempotent: every call gives the same promise.
   */
  close(): Promise<void>;
}
