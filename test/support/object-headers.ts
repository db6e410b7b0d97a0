import { readFile } from 'node:fs/promises';
import { bucketFolder } from '../../src/platform/objects/filesystem/bucket-folder.ts';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';
import type { S3ClientOptions } from '../../src/platform/objects/s3/client.ts';
import { createS3BucketProbe } from '../../src/platform/objects/s3/probe.ts';

/** The header fields that a store keeps with an object. */
export interface StoredHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Reads the file that the filesystem store writes beside an object. */
export async function headersInFolder(directory: string, bucket: string, key: ObjectKey): Promise<StoredHeaders> {
  const { metadataFile } = bucketFolder(directory, bucket).paths(key);
  const { contentType, contentDisposition } = JSON.parse(await readFile(metadataFile, 'utf8'));
  return { contentType, contentDisposition };
}

export async function headersInS3(options: S3ClientOptions, key: ObjectKey): Promise<StoredHeaders> {
  const probe = createS3BucketProbe(options);
  try {
    const headers = await probe.head(key, { signal: AbortSignal.timeout(30_000) });
    if (headers === null) throw new Error(`There is no object ${key}`);
    const { contentType, contentDisposition } = headers;
    return { contentType, contentDisposition };
  } finally {
    await probe.close();
  }
}
