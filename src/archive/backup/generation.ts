import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, type BackupFolder } from './backup-folder.ts';
import { type Manifest, ManifestError, readManifest } from './manifest.ts';

export type SealedManifest = Manifest & { readonly sha256: string };

/** @throws {BackupError} that names the file when it is missing, altered or of a newer version */
export async function readManifestOf(folder: BackupFolder, generation: string): Promise<SealedManifest> {
  const path = `generations/${generation}/manifest.json`;
  try {
    return readManifest(await readFile(join(folder.path, path), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`${path} is missing`);
    if (error instanceof ManifestError) throw new BackupError(`${path} ${error.message}`);
    throw error;
  }
}
