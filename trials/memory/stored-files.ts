import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Resolves with the number of files of exactly this size below the directory. */
export async function countFiles(directory: string, bytes: number): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  let count = 0;
  for (const entry of entries) {
    if (entry.isFile() && (await stat(join(entry.parentPath, entry.name))).size === bytes) count++;
  }
  return count;
}
