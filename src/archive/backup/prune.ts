import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupFolder, generationNames } from './backup-folder.ts';
import { walkShards } from './shard-walk.ts';

/** Removes the oldest generations but for so many, and the objects that no other one needs. Resolves with their names. */
export async function prune(folder: BackupFolder, keep: number): Promise<readonly string[]> {
  const names = await generationNames(folder);
  const removed = names.slice(0, Math.max(0, names.length - keep));
  for (const name of removed) {
    const moved = join(folder.incoming, name);
    await rename(folder.generation(name), moved);
    await rm(moved, { recursive: true, force: true });
  }
  for await (const { needed, files } of walkShards(folder, await generationNames(folder))) {
    for (const file of files) if (!needed.has(file)) await rm(folder.objectFile(file), { force: true });
  }
  return removed;
}
