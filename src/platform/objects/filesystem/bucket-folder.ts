import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../disk/durable-files.ts';
import { type ObjectKey, parseObjectKey } from '../object-key.ts';

export type BucketFolder = ReturnType<typeof bucketFolder>;

const keyPrefix = 'commissions/';
const uuidLength = 36;
/** Leaves room for the metadata file's `.json` below the usual limit of 255 bytes per name. */
const maxFileNameLength = 200;
/** Marks an extension in base64. A plain extension never has this character, because it is encoded as `%7E`. */
const base64Mark = '~';

const studioShard = 'studio';
const studioPrefix = `${keyPrefix}${studioShard}/`;

/**
 * The shards in the order of their keys. The shard of a customer's file is the first two hex digits of its key's UUID.
 * The studio's pictures have one of their own.
 */
export const shards: readonly string[] = [
  ...Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0')),
  studioShard,
];

/**
 * Returns the paths of one bucket on disk. File names derive from the key's UUID, so client text never becomes a path.
 * @throws {Error} when the bucket's name cannot be the name of one folder.
 */
export function bucketFolder(directory: string, bucket: string) {
  if (!/^[A-Za-z0-9._-]+$/.test(bucket) || bucket === '.' || bucket === '..') {
    throw new Error('The bucket name cannot be the name of a folder');
  }
  const content = join(directory, bucket, 'content');
  const metadata = join(directory, bucket, 'metadata');
  return {
    /** Folder of the bytes, with a folder per shard. The metadata has a parallel tree. */
    content,
    /** Folder of files that are being written. */
    incoming: join(directory, bucket, 'incoming'),
    paths(key: ObjectKey) {
      const name = fileNameOfKey(key);
      const shard = key.startsWith(studioPrefix) ? studioShard : name.slice(0, 2);
      return { contentFile: join(content, shard, name), metadataFile: join(metadata, shard, `${name}.json`) };
    },
  };
}

/** Returns `<uuid>.<extension>`, percent-encoded but for letters, digits and `._+-`. A long extension is in base64. */
export function fileNameOfKey(key: ObjectKey): string {
  const name = key.slice((key.startsWith(studioPrefix) ? studioPrefix : keyPrefix).length);
  const uuid = name.slice(0, uuidLength);
  const extension = name.slice(uuidLength + 1);
  const plain = `${uuid}.${extension.replace(/[^A-Za-z0-9._+-]/g, percentEncode)}`;
  if (plain.length <= maxFileNameLength) return plain;
  return `${uuid}.${base64Mark}${Buffer.from(extension).toString('base64url')}`;
}

/** Returns the key of a file in a shard, or null when the store has not written the file. */
export function keyOfFileName(fileName: string, shard: string): ObjectKey | null {
  const extension = fileName.slice(uuidLength + 1);
  const prefix = shard === studioShard ? studioPrefix : keyPrefix;
  const key = parseObjectKey(`${prefix}${fileName.slice(0, uuidLength)}.${decodeExtension(extension)}`);
  return key !== null && fileNameOfKey(key) === fileName ? key : null;
}

function decodeExtension(extension: string): string {
  if (extension.startsWith(base64Mark)) return Buffer.from(extension.slice(1), 'base64url').toString('latin1');
  return extension.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * Creates a function that removes the files in the folder that its previous call has found too. Killed processes left
 * them: each file has a unique name that is never reused, and is in use for less time than passes between two calls.
 * This depends on no adjustable clock, neither this machine's nor the file system's.
 */
export function createLeftOverRemoval(folder: string): () => Promise<void> {
  let found: readonly string[] = [];
  return async () => {
    const removals = await Promise.allSettled(found.map((name) => rm(join(folder, name), { force: true })));
    found = (await readdir(folder).catch(nullIfMissing)) ?? [];
    const failed = removals.find((removal) => removal.status === 'rejected');
    if (failed) throw failed.reason;
  };
}
