import { readFile } from 'node:fs/promises';
import { BackupError, markDifference, markFile } from './format/backup-folder.ts';
import { ManifestError, readManifest, type SealedManifest } from './format/manifest.ts';
import { walkShards } from './objects/shard-walk.ts';
import type { BackupPlace } from './targets/backup-place.ts';

/** @throws {BackupError} when the manifest is missing, altered or of a newer format; the message names its path */
export async function readManifestOf(place: BackupPlace, generation: string): Promise<SealedManifest> {
  const path = `generations/${generation}/manifest.json`;
  try {
    return readManifest(await readFile(await place.fetch(path), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`${path} is missing`);
    if (error instanceof ManifestError) throw new BackupError(`${path} ${error.message}`);
    throw error;
  }
}

/** Returns the generations of a place, and the damage of its mark. @throws {BackupError} when no generation is finished */
export async function readPlace(place: BackupPlace) {
  const generations = await place.generations();
  const fault = await place.markFault();
  if (generations.length > 0) return { generations, markDifference: fault && markDifference(fault) };
  throw new BackupError(`${place.name} holds no ${fault ? `back-ups: ${markFile} ${fault}` : 'finished back-up'}`);
}

/** @throws {BackupError} when no generation is finished, or the place's mark is damaged */
export async function finishedGenerations(place: BackupPlace): Promise<readonly string[]> {
  const { generations, markDifference } = await readPlace(place);
  if (markDifference !== null) throw new BackupError(`${place.name} holds back-ups, but ${markDifference}`);
  return generations;
}

/** Deletes the generations before the newest `keep`, and the objects that only they need. Resolves with their names. */
export async function prune(place: BackupPlace, keep: number): Promise<readonly string[]> {
  const names = await place.generations();
  const removed = names.slice(0, Math.max(0, names.length - keep));
  if (removed.length === 0) return removed;
  for (const name of removed) await place.retire(name);
  for await (const { name, needed } of walkShards(place, names.slice(removed.length))) {
    for (const sha256 of (await place.objects.sizes(name)).keys()) {
      if (!needed.has(sha256)) await place.objects.remove(sha256);
    }
  }
  return removed;
}
