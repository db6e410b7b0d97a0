import { BackupError } from './format/backup-folder.ts';
import { partDifference } from './format/part-file.ts';
import { readManifestOf, readTarget } from './generations.ts';
import { readErasures } from './known-erasures.ts';
import { byteDifference, sizeDifference } from './objects/object-difference.ts';
import { walkShards } from './objects/shard-walk.ts';
import type { BackupTarget } from './targets/backup-target.ts';

/** How a generation is checked. */
export interface GenerationCheck {
  /** The schema versions that this program knows. */
  readonly schemaVersions: { readonly first: number; readonly newest: number };
  readonly signal: AbortSignal;
}

interface VerifyOptions extends GenerationCheck {
  /** Called after each object. */
  onProgress(progress: VerifyProgress): void;
}

interface VerifyProgress {
  readonly objects: number;
  readonly bytes: number;
}

/**
 * Reads a whole back-up target. Yields a sentence for each file that is not as it was written.
 * @throws {BackupError} when the target holds no back-ups
 */
export async function* verifyBackup(target: BackupTarget, options: VerifyOptions): AsyncGenerator<string> {
  const readable: string[] = [];
  const { generations, markDifference } = await readTarget(target);
  if (markDifference !== null) yield markDifference;
  for (const generation of generations) {
    const differences = await generationDifferences(target, generation, options);
    yield* differences;
    yield* await manifestTextDifferences(target, generation);
    if (differences.length === 0) readable.push(generation);
  }
  yield* await differencesOf(() => readErasures(target));
  yield* objectDifferences(target, readable, options);
}

/** Checks the manifest and the files of a generation, but not the objects that they name. */
export async function generationDifferences(
  target: BackupTarget,
  generation: string,
  { schemaVersions, signal }: GenerationCheck,
): Promise<readonly string[]> {
  const found: string[] = [];
  const unreadable = await differencesOf(async () => {
    const { schemaVersion, tables, objects, leftOut, secrets } = await readManifestOf(target, generation);
    assertKnownVersion(generation, schemaVersion, schemaVersions);
    for (const part of [...tables, objects, leftOut, ...(secrets ? [secrets] : [])]) {
      signal.throwIfAborted();
      const path = `generations/${generation}/${part.path}`;
      const difference = await partDifference(await target.fetch(path), part);
      if (difference !== null) found.push(`${path} ${difference}`);
    }
  });
  return [...unreadable, ...found];
}

/** Asserts that this program knows the tables of the back-up, before more of it is read. */
function assertKnownVersion(
  generation: string,
  schemaVersion: number,
  { first, newest }: GenerationCheck['schemaVersions'],
): void {
  if (schemaVersion < first) {
    throw new BackupError(
      `generations/${generation} is one of version 0.1.0 (its tables have version ${schemaVersion}), whose data no later version reads: restore it with 0.1.0`,
    );
  }
  if (schemaVersion > newest) {
    throw new BackupError(
      `generations/${generation} has tables of version ${schemaVersion}, and this program knows up to ${newest}: use the newer program`,
    );
  }
}

/** Returns the difference of a valid manifest that was written differently. Invalid manifests are reported elsewhere. */
async function manifestTextDifferences(target: BackupTarget, generation: string): Promise<readonly string[]> {
  let isAsWritten = true;
  await differencesOf(async () => {
    ({ isAsWritten } = await readManifestOf(target, generation));
  });
  if (isAsWritten) return [];
  return [
    `generations/${generation}/manifest.json has other bytes than were written: its content is whole, and a restore accepts it`,
  ];
}

async function differencesOf(read: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (error instanceof BackupError) return [error.message];
    throw error;
  }
}

async function* objectDifferences(
  target: BackupTarget,
  generations: readonly string[],
  { signal, onProgress }: VerifyOptions,
): AsyncGenerator<string> {
  const progress = { objects: 0, bytes: 0 };
  for await (const { name, needed } of walkShards(target, generations)) {
    if (needed.size === 0) continue;
    const sizes = await target.objects.sizes(name);
    for (const [sha256, size] of needed) {
      signal.throwIfAborted();
      const difference = (await sizeDifference(target, sizes, sha256, size)) ?? (await byteDifference(target, sha256));
      if (difference !== null) yield difference;
      progress.objects += 1;
      progress.bytes += size;
      onProgress({ ...progress });
    }
  }
}
