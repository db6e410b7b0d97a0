import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../configuration/config.ts';
import { receiptFolder } from '../../keeping/erasure/receipts.ts';
import type { DocumentStore } from '../../platform/objects/document-store.ts';
import { readS3Location } from '../../platform/objects/s3/location.ts';
import { bucketOf, objectsDirectory, type S3Config, s3Options } from './stores.ts';

/** Opens the receipts of erased requests in the bucket of the objects. */
export async function openReceipts(config: Config): Promise<DocumentStore> {
  const bucket = bucketOf(config);
  if (config.objectStore.kind === 'filesystem') return receiptsInFiles(objectsDirectory(config), bucket);
  return receiptsInS3(config.objectStore, bucket);
}

/** Opens the receipts in another bucket: a folder of a store of files, or an S3 URL in the store of back-ups. */
export function openReceiptsOf({ backupS3 }: Config, bucket: string): Promise<DocumentStore> {
  return open(bucket, backupS3);
}

/** As `openReceiptsOf`, for the bucket that a back-up names. An S3 URL is one in the store of the objects, if that is S3. */
export function openBackedUpReceipts({ objectStore, backupS3 }: Config, bucket: string): Promise<DocumentStore> {
  return open(bucket, objectStore.kind === 's3' ? objectStore : backupS3);
}

/** A bucket of files has at least one of these once anything was stored in it. */
const bucketFolders = ['content', receiptFolder];

async function open(bucket: string, s3: S3Config): Promise<DocumentStore> {
  const location = readS3Location(bucket);
  if (location !== null) return receiptsInS3(s3, location.bucket);
  const path = resolve(bucket);
  if (!existsSync(path)) throw new Error(`There is no bucket ${path}`);
  // Any other folder would read as a bucket without erasures.
  if (!bucketFolders.some((name) => existsSync(join(path, name)))) {
    throw new Error(`${path} is not a bucket: name the folder DATA_DIR/objects/<BUCKET_NAME> of the previous service`);
  }
  return receiptsInFiles(dirname(path), basename(path));
}

async function receiptsInFiles(directory: string, bucket: string): Promise<DocumentStore> {
  const { createFilesystemDocuments } = await import('../../platform/objects/filesystem/documents.ts');
  return createFilesystemDocuments({ directory, bucket, folder: receiptFolder });
}

async function receiptsInS3(s3: S3Config, bucket: string): Promise<DocumentStore> {
  const { createS3Documents } = await import('../../platform/objects/s3/documents.ts');
  return createS3Documents({ ...s3Options(s3, bucket), folder: receiptFolder });
}
