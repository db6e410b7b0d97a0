import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Creates the directory and its missing parents. Each name on the path survives a power cut. */
export async function makeDurableDirectory(path: string): Promise<void> {
  const firstMade = (await mkdir(path, { recursive: true, mode: 0o700 })) ?? path;
  for (let made = path; made.length >= firstMade.length; made = dirname(made)) await syncDirectory(dirname(made));
}

/** Makes the names in the directory survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  await syncPath(path);
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts every file and name below the directory on disk, and its own name. */
export async function syncTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const synced = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  // One at a time, to leave the limit of open files to other work.
  for (const entry of synced) await syncPath(join(entry.parentPath, entry.name));
  await syncPath(directory);
}

/**
 * Creates a file of mode 0600 that `write` fills. The file is on disk when the promise resolves. A failed write leaves
 * no file; only a killed process does. So write a file that others read under another name, and rename it.
 */
export async function writeDurableFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await write(handle);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true }).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}

/** Renames a file that is already on disk to `to`, and replaces a file there. The new name survives a power cut. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncDirectory(dirname(to));
}

/** Error codes of file systems without hard links: FAT and many network drives. */
const noLinkCodes: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Renames a file to a name that is free. @throws the error `EEXIST` when the name is taken */
export async function renameToFree(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!noLinkCodes.includes((error as NodeJS.ErrnoException).code)) throw error;
    if (existsSync(to)) throw Object.assign(new Error(`EEXIST: file already exists, ${to}`), { code: 'EEXIST' });
    return rename(from, to);
  }
  await rm(from, { force: true });
}

/** For `catch`: returns null when the file is missing. Throws any other error again. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/**
 * Creates a cache that calls `makeDurableDirectory` once per path. Even an existing directory is synced the first time,
 * because its creator may not have synced it yet.
 */
export function createDirectoryMaker() {
  const made = new Map<string, Promise<void>>();
  return {
    make(path: string): Promise<void> {
      const known = made.get(path);
      if (known !== undefined) return known;
      const making = makeDurableDirectory(path);
      made.set(path, making);
      making.catch(() => made.delete(path));
      return making;
    },
    /** Clears the cache, because a directory may have been removed. */
    forget: () => made.clear(),
  };
}

/**
 * Creates a function that creates or replaces a file, whole or not at all, and the missing directories of its path.
 * The file and its name are on disk when the promise resolves. An aborted signal keeps the file from getting its name.
 * @param incoming Folder of files that are being written.
 */
export function createWholeFileWriter(incoming: string) {
  const directories = createDirectoryMaker();
  return async (path: string, write: (file: FileHandle) => Promise<void>, signal: AbortSignal): Promise<void> => {
    const written = join(incoming, randomUUID());
    try {
      await directories.make(incoming);
      await writeDurableFile(written, write);
      await directories.make(dirname(path));
      signal.throwIfAborted();
      await renameDurably(written, path);
    } catch (error) {
      directories.forget();
      await rm(written, { force: true }).catch(() => {});
      throw error;
    }
  };
}
