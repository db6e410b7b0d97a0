import type { Database } from './database.ts';
import { readDatabaseUrl } from './database-url.ts';
import { databaseOf, type PoolOptions } from './pool.ts';

interface ServerOptions extends PoolOptions {
  /** `postgres://…` with one or several hosts. Its TLS settings and application name override the defaults here. */
  readonly url: string;
}

/** Creates the database of an external PostgreSQL or wire-compatible server. Does not connect: it may be down. */
export function connectToServer(options: ServerOptions): Database {
  const address = readDatabaseUrl(options.url);
  const [first] = address.hosts;
  return databaseOf({ connection: { connectionString: first?.url }, address }, options);
}
