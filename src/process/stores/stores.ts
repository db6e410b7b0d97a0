import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { receiptFolder } from '../../archive/store-receipts.ts';
import type { Config } from '../../configuration/config.ts';
import type { Database } from '../../database/database.ts';
import { connectToServer } from '../../database/server.ts';
import type { DocumentStore } from '../../objects/document-store.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { readS3Location } from '../../objects/s3/location.ts';
import { createPreviewCache, type PreviewCache } from '../../previews/preview-cache.ts';

const maxPreviewCacheBytes = 512 * 1024 * 1024;

/** For the service. Rejects with an embedded database that another process owns. */
export function openDatabase(config: Config, log: Logger): Promise<Database> {
  return open(config, log, 'startEmbeddedDatabase');
}

/** For a command that may run beside the service. Makes no embedded database where there is none. */
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
  const embedded = await import('../../database/embedded.ts');
  return embedded[openEmbedded]({ dataDirectory, ...options, onEvent: (message) => log.info(message) });
}

/** For the service, which removes what killed processes left of files. */
export function openObjectStore(config: Config): Promise<ObjectStore> {
  // The limit of one put is less than the lease.
  return openBucket(config, { leftOverAgeMs: config.timeLimits.leaseMs });
}

/** For operators, whose slow readers then keep no connection from submissions. */
export function openObjectStoreForReaders(config: Config): Promise<ObjectStore> {
  return openBucket(config, {});
}

async function openBucket(config: Config, cleaning: { readonly leftOverAgeMs?: number }): Promise<ObjectStore> {
  const bucket = bucketOf(config);
  if (config.objectStore.kind === 'filesystem') {
    const { createFilesystemObjectStore } = await import('../../objects/filesystem/object-store.ts');
    return createFilesystemObjectStore({ directory: objectsDirectory(config), bucket, ...cleaning });
  }
  // Loaded only where it is used: the client takes a good part of the start.
  const { createS3ObjectStore } = await import('../../objects/s3/object-store.ts');
  return createS3ObjectStore(s3Options(config.objectStore, bucket));
}

/** Without a bucket no submission comes as far as the store. */
function bucketOf({ bucketName }: Config): string {
  return bucketName ?? 'unconfigured';
}

type S3Config = Config['backupS3'];

export function s3Options({ region, credentials, endpoint, forcePathStyle }: S3Config, bucket: string) {
  return { bucket, region, forcePathStyle, credentials: credentials ?? undefined, endpoint: endpoint ?? undefined };
}

/** The folders that a bucket of files lies in, each in the one before; its own is the last. */
export function bucketPath(config: Config, bucket: string): readonly [string, ...string[]] {
  const objects = objectsDirectory(config);
  return [config.dataDirectory, objects, join(objects, bucket)];
}

/** For the receipts of erased requests, in the bucket of the objects. */
export async function openReceipts(config: Config): Promise<DocumentStore> {
  const bucket = bucketOf(config);
  if (config.objectStore.kind === 'filesystem') return receiptsInFiles(objectsDirectory(config), bucket);
  return receiptsInS3(config.objectStore, bucket);
}

/** For the receipts in another bucket: a folder of the file store, or an S3 URL of the store of back-ups. */
export async function openReceiptsOf({ backupS3 }: Config, bucket: string): Promise<DocumentStore> {
  const location = readS3Location(bucket);
  if (location !== null) return receiptsInS3(backupS3, location.bucket);
  const path = resolve(bucket);
  if (!existsSync(path)) throw new Error(`There is no bucket ${path}`);
  return receiptsInFiles(dirname(path), basename(path));
}

async function receiptsInFiles(directory: string, bucket: string): Promise<DocumentStore> {
  const { createFilesystemDocuments } = await import('../../objects/filesystem/documents.ts');
  return createFilesystemDocuments({ directory, bucket, folder: receiptFolder });
}

async function receiptsInS3(s3: S3Config, bucket: string): Promise<DocumentStore> {
  const { createS3Documents } = await import('../../objects/s3/documents.ts');
  return createS3Documents({ ...s3Options(s3, bucket), folder: receiptFolder });
}

/**
 * For a command that takes what is not listed for missing: where the database has files, a folder that is not there would list
 * as an empty bucket. An S3 store tells of a missing bucket itself, when it is first asked.
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
  const text = 'select exists (select from commission_request_files) as found';
  return (await pool.query<{ found: boolean }>(text)).rows[0]?.found === true;
}

/** For a command: a bucket of files may be still to be made. */
export async function openNamedBucket(config: Config): Promise<ObjectStore> {
  if (config.bucketName === null) throw new Error('BUCKET_NAME is not set');
  return openBucket(config, {});
}

function objectsDirectory({ dataDirectory }: Config): string {
  return join(dataDirectory, 'objects');
}

/** The cache of small pictures, which every process on this data directory shares. */
export function openPreviewCache({ dataDirectory }: Config): PreviewCache {
  return createPreviewCache({ directory: join(dataDirectory, 'previews'), maxBytes: maxPreviewCacheBytes });
}

/** For temporary files. */
export function spoolDirectoryOf({ dataDirectory }: Config): string {
  return join(dataDirectory, 'spool');
}
