import type { Database } from './database.ts';
import { readDatabaseUrl } from './database-url.ts';
import { databaseOf, type PoolOptions } from './pool.ts';

interface ServerOptions extends PoolOptions {
  /**
   * `postgres://…` with one host or several; what it says about TLS or the application name goes before the defaults here.
   */
  readonly url: string;
}

/** A PostgreSQL, or a wire-compatible engine, that somebody else runs. Does not connect: it may be down now. */
export function connectToServer(options: ServerOptions): Database {
  const address = readDatabaseUrl(options.url);
  const [first] = address.hosts;
  return databaseOf({ connection: { connectionString: first?.url }, address }, options);
}
