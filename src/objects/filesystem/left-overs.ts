import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../durable-files.ts';

/**
 * Creates a function that removes the files in the folder that its call before has found too. Killed processes left
 * them: each file has a unique name that is never reused, and is in use for less time than passes between two calls.
 * This depends on no adjustable clock, neither this machine's nor the file system's.
 */
export function createLeftOverRemoval(folder: string): () => Promise<void> {
  let found: readonly string[] = [];
  return async () => {
    const removals = await Promise.allSettled(found.map((name) => rm(join(folder, name), { force: true })));
    found = (await readdir(folder).catch(nullIfMissing)) ?? [];
    const failed = removals.find((removal) => removal.status === 'rejected');
    if (failed) throw failed.reason;
  };
}
