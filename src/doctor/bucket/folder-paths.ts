import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Folders of which each contains the next, down to the bucket's own. The last ones are created when first needed. */
export type FolderPath = readonly [string, ...string[]];

/** The folders that the object store creates in a bucket. */
const bucketFolders = ['content', 'metadata', 'incoming', 'erasures'] as const;

export function bucketOf(path: FolderPath): string {
  return path.at(-1) ?? path[0];
}

/** Resolves with the folders of the path that exist. */
export async function presentFolders(path: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(path.map((folder) => isThere(folder)));
  return path.filter((_, index) => found[index]);
}

export function foldersBelow(bucket: string): readonly string[] {
  return bucketFolders.map((name) => join(bucket, name));
}

/** Resolves with the folder itself, or with its nearest ancestor that exists and can be examined. */
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
    // A path that cannot be examined counts as existing, so that it becomes a finding.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}
