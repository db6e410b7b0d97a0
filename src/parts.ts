import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { connectToServer } from './database/server.ts';
import type { ObjectStore } from './objects/object-store.ts';

/** For the service. Refuses an embedded database that another process owns. */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== null) return connectToServer({ url: databaseUrl, ...poolOptions(config, log) });
  const { startEmbeddedDatabase } = await import('./database/embedded.ts');
  const onEvent = (message: string) => log.info(message);
  return startEmbeddedDatabase({ dataDirectory, ...poolOptions(config, log), onEvent });
}

/** For one worker of several: the embedded database is run by the process that started them. */
export async function joinDatabase(config: Config, log: Logger): Promise<Database> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== null) return openDatabase(config, log);
  const { visitEmbeddedDatabase } = await import('./database/shared-embedded.ts');
  return visitEmbeddedDatabase({ dataDirectory, ...poolOptions(config, log) });
}

/** For a command that may run beside the service. Makes no embedded database where there is none. */
export async function openSharedDatabase(config: Config, log: Logger): Promise<Database> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== null) return openDatabase(config, log);
  const { shareEmbeddedDatabase } = await import('./database/shared-embedded.ts');
  const onEvent = (message: string) => log.info(message);
  return shareEmbeddedDatabase({ dataDirectory, ...poolOptions(config, log), onEvent });
}

/** For the service, which removes what killed processes left of files. */
export async function openObjectStore(config: Config): Promise<ObjectStore> {
  // The limit of one put is less than the lease.
  return openBucket(config, { leftOverAgeMs: config.upload.leaseMs });
}

async function openBucket(config: Config, cleaning: { readonly leftOverAgeMs?: number }): Promise<ObjectStore> {
  // Without a bucket no submission comes as far as the store.
  const bucket = config.bucketName ?? 'unconfigured';
  if (config.objectStore.kind === 'filesystem') {
    const { createFilesystemObjectStore } = await import('./objects/filesystem.ts');
    return createFilesystemObjectStore({ directory: objectsDirectory(config), bucket, ...cleaning });
  }
  // Loaded only where it is used: the client takes a good part of the start.
  const { createS3ObjectStore } = await import('./objects/s3.ts');
  const { region, credentials, endpoint, forcePathStyle } = config.objectStore;
  return createS3ObjectStore({
    bucket,
    region,
    forcePathStyle,
    putDeadlineMs: config.upload.putMs,
    ...(credentials && { credentials }),
    ...(endpoint && { endpoint }),
  });
}

/**
 * For a command that takes what is not listed for missing: a folder that is not there would list as an empty bucket.
 * An S3 store tells of a missing bucket itself, when it is first asked.
 */
export async function openExistingBucket(config: Config): Promise<ObjectStore> {
  if (config.bucketName === null) throw new Error('BUCKET_NAME is not set');
  if (config.objectStore.kind === 'filesystem') {
    const folder = join(objectsDirectory(config), config.bucketName);
    if (!existsSync(folder)) throw new Error(`There is no bucket ${folder}: nothing was ever stored in it`);
  }
  return openBucket(config, {});
}

function objectsDirectory({ dataDirectory }: Config): string {
  return join(dataDirectory, 'objects');
}

function poolOptions({ database }: Config, log: Logger) {
  return {
    ...database,
    onIdleError: (error: Error) => log.warn({ err: error }, 'An idle database connection failed'),
  };
}
