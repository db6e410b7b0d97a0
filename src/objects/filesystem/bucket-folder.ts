import { join } from 'node:path';
import { type ObjectKey, parseObjectKey } from '../../submission/object-key.ts';

export type BucketFolder = ReturnType<typeof bucketFolder>;

const keyPrefix = 'commissions/';
const uuidLength = 36;
/** Leaves room below the usual 255 bytes a name for the metadata file's `.json`. */
const maxFileNameLength = 200;
/** Never part of a plain extension, which has it as `%7E`. */
const base64Mark = '~';

/** The 256 shards in the order of their keys: the first two hex digits of a key's uuid. */
export const shards: readonly string[] = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

/**
 * The files of one bucket on disk. Names are made from the key's uuid, so that no client text becomes a path.
 * @throws {Error} when the bucket's name cannot be one folder.
 */
export function bucketFolder(directory: string, bucket: string) {
  if (!/^[A-Za-z0-9._-]+$/.test(bucket) || bucket === '.' || bucket === '..') {
    throw new Error('The bucket name cannot be the name of a folder');
  }
  const content = join(directory, bucket, 'content');
  const metadata = join(directory, bucket, 'metadata');
  return {
    /** The bytes, in one folder a shard. What is said about them stands in a parallel tree. */
    content,
    /** Files being written. */
    incoming: join(directory, bucket, 'incoming'),
    paths(key: ObjectKey) {
      const name = fileNameOfKey(key);
      const shard = name.slice(0, 2);
      return { contentFile: join(content, shard, name), metadataFile: join(metadata, shard, `${name}.json`) };
    },
  };
}

/** `<uuid>.<extension>`, other characters than letters, digits and `._+-` percent-encoded; in base64 where too long. */
export function fileNameOfKey(key: ObjectKey): string {
  const name = key.slice(keyPrefix.length);
  const uuid = name.slice(0, uuidLength);
  const extension = name.slice(uuidLength + 1);
  const plain = `${uuid}.${extension.replace(/[^A-Za-z0-9._+-]/g, percentEncode)}`;
  if (plain.length <= maxFileNameLength) return plain;
  return `${uuid}.${base64Mark}${Buffer.from(extension).toString('base64url')}`;
}

/** The key a file is stored under, or null when the file is none of ours. */
export function keyOfFileName(fileName: string): ObjectKey | null {
  const extension = fileName.slice(uuidLength + 1);
  const key = parseObjectKey(`${keyPrefix}${fileName.slice(0, uuidLength)}.${decodeExtension(extension)}`);
  return key !== null && fileNameOfKey(key) === fileName ? key : null;
}

function decodeExtension(extension: string): string {
  if (extension.startsWith(base64Mark)) return Buffer.from(extension.slice(1), 'base64url').toString('latin1');
  return extension.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
