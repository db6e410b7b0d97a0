import { lstat, readlink, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Resolves with the folder, or with its nearest ancestor that exists. @throws the system's error */
export async function existingFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  return (await isThere(path)) ? path : existingFolder(dirname(path));
}

export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfNothing)) !== null;
}

/** Resolves with the obstacle in the folder's path, such as `/data is a file`, or null without one. */
export async function obstacleTo(folder: string): Promise<string | null> {
  const path = resolve(folder);
  const found = await lstat(path).catch(nullIfNothing);
  if (found === null) return obstacleTo(dirname(path));
  if (found.isSymbolicLink() && !(await isThere(path)))
    return `${path} is a link to ${await readlink(path)}, which does not exist`;
  return (await stat(path)).isDirectory() ? null : `${path} is a file`;
}

function nullIfNothing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
