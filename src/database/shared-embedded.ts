import { existsSync } from 'node:fs';
import type { Database } from './database.ts';
import { clusterDirectory } from './embedded/cluster.ts';
import { DataDirectoryInUseError, EmbeddedDatabaseError } from './embedded/errors.ts';
import { openSocketDirectory } from './embedded/socket-directory.ts';
import { type EmbeddedOptions, embeddedConnection, startEmbeddedDatabase } from './embedded.ts';
import { createPool, endPool, type PoolOptions } from './pool.ts';

export type VisitOptions = PoolOptions & Pick<EmbeddedOptions, 'dataDirectory'>;

/**
 * The embedded database of a service that may be running. Where another live process owns the server, this one is its
 * guest: it neither restarts nor stops it. Else it owns the server until `close`, and a service that is started
 * meanwhile is refused.
 * @throws {EmbeddedDatabaseError} when there is no database below the data directory, or its server does not start
 */
export async function shareEmbeddedDatabase(options: EmbeddedOptions): Promise<Database> {
  const directory = clusterDirectory(options.dataDirectory);
  if (!existsSync(directory)) throw new EmbeddedDatabaseError(`There is no embedded database ${directory}`);
  try {
    return await startEmbeddedDatabase(options);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    return visitEmbeddedDatabase(options);
  }
}

/** The embedded database of another process, which runs its server. Does not connect. */
export async function visitEmbeddedDatabase(options: VisitOptions): Promise<Database> {
  const socket = await openSocketDirectory(clusterDirectory(options.dataDirectory));
  const pool = createPool(embeddedConnection(socket), options);

  async function leave(): Promise<void> {
    await endPool(pool);
    await socket.close();
  }

  let closed: Promise<void> | undefined;
  return {
    pool,
    close() {
      closed ??= leave();
      return closed;
    },
  };
}
