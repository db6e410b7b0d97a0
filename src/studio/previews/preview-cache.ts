import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PreviewSize } from './previews.ts';
import { isWholeWebp } from './result.ts';

/** The key of a picture in the cache. */
interface PreviewName {
  readonly requestId: string;
  readonly position: number;
  readonly size: PreviewSize;
}

/** Pictures on disk. Any picture can disappear at any time. Several processes may share one cache. */
export interface PreviewCache {
  /** Returns null when the picture is missing or cannot be read, so that it is made again. Never rejects. */
  read(name: PreviewName): Promise<Buffer | null>;
  /** Deletes the least recently used pictures when the cache is full. @throws the error of the file system */
  write(name: PreviewName, picture: Buffer): Promise<void>;
  /** Returns the ids of the requests that have pictures. */
  requestIds(): Promise<readonly string[]>;
  forget(requestId: string): Promise<void>;
}

interface PreviewCacheOptions {
  readonly directory: string;
  readonly maxBytes: number;
}

interface Entry {
  readonly path: string;
  readonly bytes: number;
  readonly usedAtMs: number;
}

/** Minimum time between two updates of the last use. The order of deletion needs no finer times. */
const useGranularityMs = 60 * 60_000;
/** Age of an incoming file that a killed process must have left. */
const leftOverAgeMs = 60 * 60_000;
/** Share of `maxBytes` that a clean-up keeps, so that the next one is not needed at once. */
const shareKept = 0.8;
/** Share of `maxBytes` that is written before the cache is measured again. Other processes write to it too. */
const shareWritten = 0.05;

const requestFolder = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const incomingPrefix = 'incoming-';

/** Creates a cache of files below `directory`, with one folder for each request. */
export function createPreviewCache({ directory, maxBytes }: PreviewCacheOptions): PreviewCache {
  let writtenBytes = Number.POSITIVE_INFINITY;
  let cleaning: Promise<void> | null = null;

  const folderOf = (requestId: string) => join(directory, requestId.slice(-2), requestId);
  const pathOf = ({ requestId, position, size }: PreviewName) => join(folderOf(requestId), `${position}-${size}.webp`);

  async function clean(): Promise<void> {
    writtenBytes = 0;
    const entries = await entriesBelow(directory);
    let totalBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    if (totalBytes <= maxBytes) return;
    for (const { path, bytes } of entries.sort((a, b) => a.usedAtMs - b.usedAtMs)) {
      if (totalBytes <= maxBytes * shareKept) return;
      await removeEntry(path);
      totalBytes -= bytes;
    }
  }

  return {
    async read(name) {
      const path = pathOf(name);
      try {
        const picture = await readFile(path);
        // After a power failure the file may lack some of its bytes.
        if (!isWholeWebp(picture)) return null;
        await noteUse(path);
        return picture;
      } catch {
        return null;
      }
    },
    async write(name, picture) {
      const path = pathOf(name);
      const incoming = join(directory, `${incomingPrefix}${randomUUID()}`);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writePrivately(incoming, picture);
        await rename(incoming, path);
      } finally {
        await rm(incoming, { force: true });
      }
      writtenBytes += picture.length;
      if (writtenBytes > maxBytes * shareWritten) {
        cleaning ??= clean().finally(() => {
          cleaning = null;
        });
        await cleaning;
      }
    },
    async requestIds() {
      const shards = await namesIn(directory);
      const ids: string[] = [];
      for (const shard of shards) ids.push(...(await namesIn(join(directory, shard))));
      return ids.filter((id) => requestFolder.test(id));
    },
    forget: (requestId) => rm(folderOf(requestId), { recursive: true, force: true }),
  };
}

async function writePrivately(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}

async function noteUse(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > useGranularityMs) await utimes(path, new Date(), new Date());
}

/** Makes one call at a time, to leave the file system to other work. */
async function entriesBelow(directory: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const shard of await namesIn(directory)) {
    const shardPath = join(directory, shard);
    if (shard.startsWith(incomingPrefix)) await removeLeftOver(shardPath);
    for (const request of await namesIn(shardPath)) {
      for (const file of await namesIn(join(shardPath, request))) {
        const path = join(shardPath, request, file);
        const found = await stat(path).catch(() => null);
        if (found?.isFile()) entries.push({ path, bytes: found.size, usedAtMs: found.mtimeMs });
      }
    }
  }
  return entries;
}

async function removeLeftOver(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found !== null && Date.now() - found.mtimeMs > leftOverAgeMs) await rm(path, { force: true });
}

async function removeEntry(path: string): Promise<void> {
  await rm(path, { force: true });
  // Fails while the folder has other pictures.
  await rmdir(dirname(path)).catch(() => {});
}

/** Returns an empty list when another process has removed the directory, or when the path is a file. */
async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch(() => []);
}
