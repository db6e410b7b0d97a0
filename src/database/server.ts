import type { Database } from './database.ts';
import { createPool, endPool, type PoolOptions } from './pool.ts';

export interface ServerOptions extends PoolOptions {
  /** `postgres://…`; what it says about time-outs, TLS or the application name goes before the defaults here. */
  readonly url: string;
}

/** A PostgreSQL, or a wire-compatible engine, that somebody else runs. Does not connect: it may be down now. */
export function connectToServer(options: ServerOptions): Database {
  const pool = createPool({ connectionString: options.url }, options);
  let closed: Promise<void> | undefined;
  return {
    pool,
    close() {
      closed ??= endPool(pool);
      return closed;
    },
  };
}
