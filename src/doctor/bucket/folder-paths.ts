import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Folders of which each holds the next, down to the bucket's own. The last are made when they are first needed. */
export type FolderPath = readonly [string, ...string[]];

/** Of the bucket, as the object store makes them. */
const bucketFolders = ['content', 'metadata', 'incoming', 'erasures'] as const;

export function bucketOf(path: FolderPath): string {
  return path.at(-1) ?? path[0];
}

/** The folders of the path that are there already. */
export async function presentFolders(path: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(path.map((folder) => isThere(folder)));
  return path.filter((_, index) => found[index]);
}

export function foldersBelow(bucket: string): readonly string[] {
  return bucketFolders.map((name) => join(bucket, name));
}

/** The folder itself, or the lowest above it that is there and can be looked at. */
export async function nearestFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null);
  const parent = dirname(folder);
  return found?.isDirectory() || parent === folder ? folder : nearestFolder(parent);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    // What cannot be looked at is there, and a finding.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}
