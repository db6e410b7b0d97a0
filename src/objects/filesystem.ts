import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { Attachment } from '../submission/attachment.ts';
import type { ObjectKey } from '../submission/object-key.ts';
import { chunksUntil } from './attachment-chunks.ts';
import { type BucketFolder, bucketFolder, keyOfFileName, shardOfKey, shards } from './bucket-folder.ts';
import { createCallScope, rejectionOf, untilAborted } from './call-scope.ts';
import {
  createDirectoryMaker,
  type DirectoryMaker,
  renameDurably,
  syncDirectory,
  writeDurableFile,
} from './durable-files.ts';
import { keepRemovingLeftOvers } from './left-overs.ts';
import { objectContentDisposition, objectContentType } from './object-headers.ts';
import type { ListOptions, ObjectEntry, ObjectStore, StoredObject } from './object-store.ts';
import { WrongDigestError, WrongSizeError } from './wrong-content.ts';

export interface FilesystemObjectStoreOptions {
  /** Holds one folder a bucket; created where missing. Several processes may share it. */
  readonly directory: string;
  readonly bucket: string;
  /**
   * A file that nobody has written to for so long belongs to no put and is removed: longer than one may last in any
   * process. When left out none is.
   */
  readonly leftOverAgeMs?: number;
}

const defaultMetadata = { contentType: 'application/octet-stream', contentDisposition: 'attachment' };

/**
 * Objects as files: the bytes as they came, named after the key, and in a parallel folder a JSON file with what a
 * header would say. An object is there as soon as its bytes are. Calls reject with the system's error (ENOSPC, EACCES).
 * @throws {Error} when the bucket's name cannot be the name of a folder.
 */
export function createFilesystemObjectStore({
  directory,
  bucket,
  leftOverAgeMs,
}: FilesystemObjectStoreOptions): ObjectStore {
  const folder = bucketFolder(directory, bucket);
  const directories = createDirectoryMaker();
  const calls = createCallScope();
  const closing = new AbortController();
  const removal =
    leftOverAgeMs === undefined ? null : keepRemovingLeftOvers(folder.incoming, leftOverAgeMs, closing.signal);

  return {
    put: (key, body, { signal }) =>
      calls.run({ signal }, (call) => putObject(folder, directories, key, body, call.signal)),

    async get(key, { signal }) {
      const call = calls.begin({ signal });
      try {
        const object = await getObject(folder, key, call.signal);
        if (object === null) call.end();
        else object.content.once('close', call.end);
        return object;
      } catch (error) {
        call.end();
        throw error;
      }
    },

    delete: (key, { signal }) => calls.run({ signal }, () => deleteObject(folder, key)),

    async *list(listOptions) {
      const call = calls.begin(listOptions);
      try {
        yield* listObjects(folder, { ...listOptions, signal: call.signal });
      } finally {
        call.end();
      }
    },

    ping: ({ signal }) => calls.run({ signal }, (call) => untilAborted(ping(folder), call.signal)),

    async close() {
      closing.abort();
      await Promise.all([calls.close(), removal]);
    },
  };
}

async function putObject(
  folder: BucketFolder,
  directories: DirectoryMaker,
  key: ObjectKey,
  body: Attachment,
  signal: AbortSignal,
): Promise<void> {
  const { contentFile, metadataFile } = folder.paths(key);
  const incoming = join(folder.incoming, randomUUID());
  try {
    await directories.make(folder.incoming);
    await writeDurableFile(incoming, (file) => copyVerified(body, file, signal));
    await writeDurableFile(`${incoming}.json`, (file) => file.writeFile(metadataJson(key, body)));
    await directories.make(dirname(metadataFile));
    await directories.make(dirname(contentFile));
    signal.throwIfAborted();
    await renameDurably(`${incoming}.json`, metadataFile);
    await renameDurably(incoming, contentFile);
  } catch (error) {
    directories.forget();
    await Promise.allSettled([rm(incoming, { force: true }), rm(`${incoming}.json`, { force: true })]);
    throw error;
  }
}

async function copyVerified(body: Attachment, file: FileHandle, signal: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of chunksUntil(rejectionOf(signal), body.open())) {
    size += chunk.length;
    if (size > body.size) break;
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  if (size !== body.size) throw new WrongSizeError(body.size);
  if (hash.digest('hex') !== body.sha256) throw new WrongDigestError();
}

function metadataJson(key: ObjectKey, { fileName, mediaType, size, sha256 }: Attachment): string {
  const contentType = objectContentType(mediaType);
  const contentDisposition = objectContentDisposition(fileName);
  return `${JSON.stringify({ key, contentType, contentDisposition, size, sha256 }, null, 2)}\n`;
}

async function getObject(folder: BucketFolder, key: ObjectKey, signal: AbortSignal) {
  const { contentFile, metadataFile } = folder.paths(key);
  const file = await nullIfMissing(open(contentFile, 'r'));
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const metadata = await readMetadata(metadataFile);
    const content = addAbortSignal(signal, file.createReadStream());
    // Whoever reads sees the failure; between reads nobody else would listen.
    content.on('error', () => {});
    return { ...metadata, size, content } satisfies StoredObject;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readMetadata(path: string): Promise<typeof defaultMetadata> {
  const text = await nullIfMissing(readFile(path, 'utf8'));
  if (text === null) return defaultMetadata;
  return { ...defaultMetadata, ...parseMetadata(text) };
}

/** Someone may have edited the file; the object is there all the same. */
function parseMetadata(text: string): Partial<typeof defaultMetadata> {
  try {
    const { contentType, contentDisposition }: Record<string, unknown> = JSON.parse(text);
    if (typeof contentType === 'string' && typeof contentDisposition === 'string') {
      return { contentType, contentDisposition };
    }
  } catch {
    // No JSON: the defaults are safe to serve.
  }
  return {};
}

/** The content first: metadata without content is no object. */
async function deleteObject(folder: BucketFolder, key: ObjectKey): Promise<void> {
  const { contentFile, metadataFile } = folder.paths(key);
  await rm(contentFile, { force: true });
  await nullIfMissing(syncDirectory(dirname(contentFile)));
  await rm(metadataFile, { force: true });
}

async function* listObjects(folder: BucketFolder, { after, signal }: ListOptions): AsyncGenerator<ObjectEntry> {
  const firstShard = after === undefined ? '' : shardOfKey(after);
  for (const shard of shards.filter((name) => name >= firstShard)) {
    const names = (await nullIfMissing(readdir(join(folder.content, shard)))) ?? [];
    const keys = names.map(keyOfFileName).filter((key) => key !== null);
    for (const key of keys.sort()) {
      signal.throwIfAborted();
      if (after !== undefined && key <= after) continue;
      const found = await nullIfMissing(stat(folder.paths(key).contentFile));
      if (found?.isFile()) yield { key, size: found.size, modifiedAt: found.mtime };
    }
  }
}

/** No more than the names of the shards: to read those of the objects in one takes long where there are many. */
async function ping(folder: BucketFolder): Promise<void> {
  await nullIfMissing(readdir(folder.content));
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
