import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { connectToServer } from '../../platform/database/pool.ts';
import { createDiskRoom, type WrittenFolder } from '../../platform/disk/create-disk-room.ts';
import type { DiskRoom } from '../../platform/disk/disk-room.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { createPreviewCache, type PreviewCache } from '../../studio/previews/preview-cache.ts';

const maxPreviewCacheBytes = 512 * 1024 * 1024;

/** Opens the database for the service. Rejects when another process owns the embedded database. */
export function openDatabase(config: Config, log: Logger): Promise<Database> {
  return open(config, log, 'startEmbeddedDatabase');
}

/** Opens the database for a command that may run beside the service. Never creates an embedded database. */
export function openSharedDatabase(config: Config, log: Logger): Promise<Database> {
  return open(config, log, 'shareEmbeddedDatabase');
}

type OpenEmbedded = 'startEmbeddedDatabase' | 'shareEmbeddedDatabase';

async function open(config: Config, log: Logger, openEmbedded: OpenEmbedded): Promise<Database> {
  const { databaseUrl, dataDirectory, databasePoolSize: poolSize, timeLimits: timeouts } = config;
  const options = {
    poolSize,
    timeouts,
    onIdleError: (error: Error) => log.warn({ err: error }, 'An idle database connection failed'),
    onWarning: (message: string) => log.warn(message),
  };
  if (databaseUrl !== null) return connectToServer({ url: databaseUrl, ...options });
  const embedded = await import('../../platform/database/embedded.ts');
  return embedded[openEmbedded]({ dataDirectory, ...options, onEvent: (message) => log.info(message) });
}

/** Opens the object store for the service. */
export async function openObjectStore(config: Config): Promise<ObjectStore> {
  const bucket = bucketOf(config);
  if (config.objectStore.kind === 'filesystem') {
    const { createFilesystemObjectStore } = await import('../../platform/objects/filesystem/object-store.ts');
    return createFilesystemObjectStore({ directory: objectsDirectory(config), bucket });
  }
  // Loaded only when it is used, because loading the client takes a large part of the start.
  const { createS3ObjectStore } = await import('../../platform/objects/s3/object-store.ts');
  return createS3ObjectStore(s3Options(config.objectStore, bucket));
}

/** Without a bucket no submission reaches the store, so any name will do. */
export function bucketOf({ bucketName }: Config): string {
  return bucketName ?? 'unconfigured';
}

/** Takes no change, so that no erasure counts as complete. The sweep deletes the objects once there is a bucket. */
export const noBucket = { delete: rejectWithoutBucket, put: rejectWithoutBucket };

async function rejectWithoutBucket(): Promise<never> {
  throw new Error('BUCKET_NAME is not set');
}

export type S3Config = Config['backupS3'];

export function s3Options({ region, credentials, endpoint, forcePathStyle }: S3Config, bucket: string) {
  return { bucket, region, forcePathStyle, credentials: credentials ?? undefined, endpoint: endpoint ?? undefined };
}

/** Returns the folders of a bucket of files, each inside the one before it. The last is the bucket's own folder. */
export function bucketPath(config: Config, bucket: string): readonly [string, ...string[]] {
  const objects = objectsDirectory(config);
  return [config.dataDirectory, objects, join(objects, bucket)];
}

/**
 * Opens the bucket for a command that treats unlisted objects as missing. Rejects when the database has files and the
 * bucket's folder is missing, because that would list as empty. An S3 store itself rejects requests for a missing bucket.
 */
export async function openBucketOfFiles(config: Config, pool: Pool): Promise<ObjectStore> {
  if (config.bucketName !== null && config.objectStore.kind === 'filesystem') {
    const folder = join(objectsDirectory(config), config.bucketName);
    if (!existsSync(folder) && (await hasFiles(pool)))
      throw new Error(`There is no bucket ${folder}: nothing was ever stored in it`);
  }
  return openNamedBucket(config);
}

async function hasFiles(pool: Pool): Promise<boolean> {
  const text = `
    select exists (select from commission_request_files) or exists (select from studio_picture_files) as found`;
  return (await pool.query<{ found: boolean }>(text)).rows[0]?.found === true;
}

/** Opens the bucket for a command. The folder of a bucket of files may not exist yet. */
export async function openNamedBucket(config: Config): Promise<ObjectStore> {
  if (config.bucketName === null) throw new Error('BUCKET_NAME is not set');
  return openObjectStore(config);
}

/** Returns the name of the bucket outside of this installation: its absolute folder, or `s3://bucket`. */
export function bucketAddress(config: Config): string {
  const bucket = bucketOf(config);
  return config.objectStore.kind === 's3' ? `s3://${bucket}` : resolve(objectsDirectory(config), bucket);
}

/** Returns the folder with a folder for each bucket of files. */
export function objectsDirectory({ dataDirectory }: Config): string {
  return join(dataDirectory, 'objects');
}

/** Returns the account of free space on the disks that attachments or an embedded database are written to. */
export async function openDiskRoom(config: Config): Promise<DiskRoom> {
  const { databaseUrl, dataDirectory, objectStore, diskFloorBytes: floorBytes } = config;
  const folders: WrittenFolder[] = [{ path: spoolDirectoryOf(config), holds: 'spool' }];
  if (objectStore.kind === 'filesystem') folders.push({ path: objectsDirectory(config), holds: 'attachments' });
  if (databaseUrl === null) {
    const { clusterDirectory } = await import('../../platform/database/embedded/cluster.ts');
    folders.push({ path: clusterDirectory(dataDirectory), holds: 'database' });
  }
  return createDiskRoom({ folders, floorBytes });
}

/** Opens the cache of small pictures, which all processes on this data directory share. */
export function openPreviewCache({ dataDirectory }: Config): PreviewCache {
  return createPreviewCache({ directory: join(dataDirectory, 'previews'), maxBytes: maxPreviewCacheBytes });
}

/** Returns the file that exists while owners know, or will know, of a low disk. */
export function diskNoticeFile({ dataDirectory }: Config): string {
  return join(dataDirectory, 'low-disk-told');
}

/** Returns the folder of temporary files. */
export function spoolDirectoryOf({ dataDirectory }: Config): string {
  return join(dataDirectory, 'spool');
}
