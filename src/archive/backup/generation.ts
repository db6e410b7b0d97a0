import { readFile } from 'node:fs/promises';
import { type Manifest, ManifestError, readManifest } from './manifest.ts';
import { BackupError } from './places/backup-folder.ts';
import type { BackupPlace } from './places/backup-place.ts';

export type SealedManifest = Manifest & { readonly sha256: string };

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

/** @throws {BackupError} when the place has no finished generation */
export async function finishedGenerations(place: BackupPlace): Promise<readonly string[]> {
  const names = await place.generations();
  if (names.length === 0) throw new BackupError(`${place.name} holds no finished back-up`);
  return names;
}
