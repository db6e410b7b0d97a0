import { existsSync } from 'node:fs';
import type { Database } from './database.ts';
import { acquireServer } from './embedded/acquire.ts';
import { type Cluster, clusterDirectory, openCluster, removeLeftOvers } from './embedded/cluster.ts';
import { DataDirectoryInUseError, EmbeddedDatabaseError } from './embedded/errors.ts';
import { explainFullDisk } from './embedded/full-disk.ts';
import type { Ownership } from './embedded/ownership.ts';
import { stopServerOf } from './embedded/postmaster.ts';
import { openSocketDirectory, socketPort } from './embedded/socket-directory.ts';
import { supervise } from './embedded/supervisor.ts';
import { databaseOf, type PoolOptions, type PoolTarget } from './pool.ts';

const databaseName = 'commissions';

interface EmbeddedOptions extends PoolOptions {
  /** Created when missing. Only one live process may use the directory. */
  readonly dataDirectory: string;
  /** Called when the server is lost and when it is back, for the log. */
  onEvent(message: string): void;
}

/**
 * Starts a PostgreSQL server as a child process. It listens on a unix socket below the data directory, not on TCP.
 * After a crash it is started again, and queries reject until it is back.
 * @throws {DataDirectoryInUseError} when another live process owns the data directory
 * @throws {EmbeddedDatabaseError} when the server cannot be prepared or started
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<Database> {
  const { dataDirectory } = options;
  const cluster = await explainFullDisk(dataDirectory, () => openCluster(dataDirectory));
  const socket = await openSocketDirectory(cluster.directory);
  try {
    const acquire = (signal: AbortSignal) =>
      explainFullDisk(dataDirectory, () => acquireServer(cluster, socket.path, signal));
    const ownership = await acquire(new AbortController().signal);
    await explainFullDisk(dataDirectory, () => prepareDatabase(cluster, ownership));
    const supervisor = supervise(ownership, acquire, options.onEvent);
    return databaseOf(targetOf(socket.path), options, async () => {
      const held = await supervisor.stop();
      try {
        if (held) await stopServer(cluster, held);
      } finally {
        await socket.close();
      }
    });
  } catch (error) {
    await socket.close();
    throw error;
  }
}

/**
 * Opens the embedded database of a service that may be running. If another live process owns the server, this process
 * does not restart or stop it. Otherwise this process owns it until `close`, and a service cannot start meanwhile.
 * @throws {EmbeddedDatabaseError} when the data directory holds no database, or its server does not start
 */
export async function shareEmbeddedDatabase(options: EmbeddedOptions): Promise<Database> {
  const directory = clusterDirectory(options.dataDirectory);
  if (!existsSync(directory)) {
    throw new EmbeddedDatabaseError(
      `There is no embedded database ${directory}: start the service once, or set the DATA_DIR that it has`,
    );
  }
  try {
    return await startEmbeddedDatabase(options);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    const socket = await openSocketDirectory(directory);
    return databaseOf(targetOf(socket.path), options, socket.close);
  }
}

/** Needs no further locks, because only the owner of the cluster calls it. */
async function prepareDatabase(cluster: Cluster, ownership: Ownership): Promise<void> {
  try {
    await removeLeftOvers(cluster);
    const { rowCount } = await ownership.client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await ownership.client.query(`create database ${databaseName}`);
  } catch (error) {
    await stopServer(cluster, ownership);
    throw error;
  }
}

function targetOf(socketPath: string): PoolTarget {
  return { connection: { host: socketPath, port: socketPort, user: 'postgres', database: databaseName, ssl: false } };
}

/** Releases the lock last, so that no other process adopts a server that is about to stop. */
async function stopServer(cluster: Cluster, ownership: Ownership): Promise<void> {
  try {
    await stopServerOf(cluster);
  } finally {
    await ownership.release();
  }
}
