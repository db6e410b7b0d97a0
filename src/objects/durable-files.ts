import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Creates the directory and its missing parents. Each name on the path survives a power cut. */
async function makeDurableDirectory(path: string): Promise<void> {
  const firstMade = (await mkdir(path, { recursive: true, mode: 0o700 })) ?? path;
  for (let made = path; made.length >= firstMade.length; made = dirname(made)) await syncDirectory(dirname(made));
}

/** Makes the names in the directory survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a file of mode 0600 that `write` fills. The file is on disk when the promise resolves. */
export async function writeDurableFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await write(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames a file that is already on disk to `to`, and replaces a file there. The new name survives a power cut. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncDirectory(dirname(to));
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
