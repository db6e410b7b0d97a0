import { readFile } from 'node:fs/promises';
import { BackupError, markDifference, markFile } from './format/backup-folder.ts';
import { ManifestError, readManifest, type SealedManifest } from './format/manifest.ts';
import { walkShards } from './objects/shard-walk.ts';
import type { BackupTarget } from './targets/backup-target.ts';

/** @throws {BackupError} when the manifest is missing, altered or of a newer format; the message names its path */
export async function readManifestOf(target: BackupTarget, generation: string): Promise<SealedManifest> {
  const path = `generations/${generation}/manifest.json`;
  try {
    return readManifest(await readFile(await target.fetch(path), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`${path} is missing`);
    if (error instanceof ManifestError) throw new BackupError(`${path} ${error.message}`);
    throw error;
  }
}

/** Returns the generations of a target, and the damage of its mark. @throws {BackupError} when no generation is finished */
export async function readTarget(target: BackupTarget) {
  const generations = await target.generations();
  const fault = await target.markFault();
  if (generations.length > 0) return { generations, markDifference: fault && markDifference(fault) };
  throw new BackupError(`${target.name} holds no ${fault ? `back-ups: ${markFile} ${fault}` : 'finished back-up'}`);
}

/** @throws {BackupError} when no generation is finished, or the target's mark is damaged */
export async function finishedGenerations(target: BackupTarget): Promise<readonly string[]> {
  const { generations, markDifference } = await readTarget(target);
  if (markDifference !== null) throw new BackupError(`${target.name} holds back-ups, but ${markDifference}`);
  return generations;
}

/** Deletes the generations before the newest `keep`, and the objects that only they need. Resolves with their names. */
export async function prune(target: BackupTarget, keep: number): Promise<readonly string[]> {
  const names = await target.generations();
  const removed = names.slice(0, Math.max(0, names.length - keep));
  if (removed.length === 0) return removed;
  for (const name of removed) await target.retire(name);
  for await (const { name, needed } of walkShards(target, names.slice(removed.length))) {
    for (const sha256 of (await target.objects.sizes(name)).keys()) {
      if (!needed.has(sha256)) await target.objects.remove(sha256);
    }
  }
  return removed;
}
