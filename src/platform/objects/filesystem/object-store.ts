import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createWholeFileWriter, nullIfMissing, syncDirectory } from '../../disk/durable-files.ts';
import { untilAborted } from '../../waiting/within-limit.ts';
import type { Attachment } from '../attachment.ts';
import { attachmentDisposition, objectContentType } from '../attachment-headers.ts';
import { abortable, readAttachment, wrongDigestError } from '../object-content.ts';
import type { ObjectKey } from '../object-key.ts';
import {
  type GetOptions,
  type ObjectEntry,
  type ObjectFacts,
  type ObjectStore,
  RangeNotSatisfiableError,
  type StoredObject,
} from '../object-store.ts';
import { type BucketFolder, bucketFolder, keyOfFileName, shards } from './bucket-folder.ts';

interface FilesystemObjectStoreOptions {
  /** Holds one folder per bucket. Created when missing. Several processes may share the directory. */
  readonly directory: string;
  readonly bucket: string;
}

/**
 * Creates a store of objects as files: the bytes as sent, named after the key, and the headers as JSON in a parallel
 * folder, for a copy to another store. An object exists as soon as its bytes do. Calls reject with the
 * system's error (ENOSPC, EACCES).
 * @throws {Error} when the bucket's name cannot be the name of a folder.
 */
export function createFilesystemObjectStore({ directory, bucket }: FilesystemObjectStoreOptions): ObjectStore {
  const folder = bucketFolder(directory, bucket);
  const writeWhole = createWholeFileWriter(folder.incoming);

  return {
    async put(key, body, { signal }) {
      signal.throwIfAborted();
      const { contentFile, metadataFile } = folder.paths(key);
      const writeContent = async (content: FileHandle) => {
        await copyVerified(body, content, signal);
        // The content makes the object. Its file gets its name last, so that no object lacks its metadata.
        await writeWhole(metadataFile, (file) => file.writeFile(metadataJson(key, body)), signal);
      };
      await writeWhole(contentFile, writeContent, signal);
    },

    get: (key, options) => getObject(folder, key, options),

    async stat(key, { signal }) {
      signal.throwIfAborted();
      return statObject(folder, key);
    },

    async delete(key, { signal }) {
      signal.throwIfAborted();
      await deleteObject(folder, key);
    },

    async *list({ signal }) {
      for (const shard of shards) yield* await listShard(folder, shard, signal);
    },

    async ping({ signal }) {
      // Only the names of the shards, because a shard may hold many objects.
      await untilAborted(readdir(folder.content).catch(nullIfMissing), signal);
    },

    async close() {},
  };
}

async function copyVerified(body: Attachment, file: FileHandle, signal: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of readAttachment(body, signal)) {
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  if (hash.digest('hex') !== body.sha256) throw wrongDigestError();
}

function metadataJson(key: ObjectKey, { fileName, mediaType, size, sha256 }: Attachment): string {
  const contentType = objectContentType(mediaType);
  const contentDisposition = attachmentDisposition(fileName);
  return `${JSON.stringify({ key, contentType, contentDisposition, size, sha256 }, null, 2)}\n`;
}

async function getObject(
  folder: BucketFolder,
  key: ObjectKey,
  { range, signal }: GetOptions,
): Promise<StoredObject | null> {
  signal.throwIfAborted();
  const facts = await statObject(folder, key);
  if (facts === null) return null;
  if (range !== undefined && range.first >= facts.size) throw new RangeNotSatisfiableError();
  const file = await open(folder.paths(key).contentFile, 'r').catch(nullIfMissing);
  const content = file?.createReadStream(range && { start: range.first, end: range.last });
  return content ? { size: facts.size, content: abortable(content, signal) } : null;
}

async function statObject(folder: BucketFolder, key: ObjectKey): Promise<ObjectFacts | null> {
  const found = await stat(folder.paths(key).contentFile).catch(nullIfMissing);
  return found && { size: found.size };
}

/** Deletes the content first: metadata without content is no object. */
async function deleteObject(folder: BucketFolder, key: ObjectKey): Promise<void> {
  const { contentFile, metadataFile } = folder.paths(key);
  await rm(contentFile, { force: true });
  await syncDirectory(dirname(contentFile)).catch(nullIfMissing);
  await rm(metadataFile, { force: true });
}

async function listShard(folder: BucketFolder, shard: string, signal: AbortSignal): Promise<ObjectEntry[]> {
  signal.throwIfAborted();
  const names = (await readdir(join(folder.content, shard)).catch(nullIfMissing)) ?? [];
  const keys = names.map((name) => keyOfFileName(name, shard)).filter((key) => key !== null);
  const entries: ObjectEntry[] = [];
  for (const key of keys.sort()) {
    signal.throwIfAborted();
    const found = await stat(folder.paths(key).contentFile).catch(nullIfMissing);
    if (found?.isFile()) entries.push({ key, size: found.size, modifiedAt: found.mtime });
  }
  return entries;
}
