import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError, type BackupFolder, finishedGenerations } from './backup-folder.ts';
import { readManifestOf } from './generation.ts';
import { readErasures } from './known-erasures.ts';
import { nullIfMissing, partDifference } from './part-file.ts';
import { walkShards } from './shard-walk.ts';

export interface VerifyOptions {
  readonly signal: AbortSignal;
  /** Called after each object. */
  onProgress(progress: VerifyProgress): void;
}

export interface VerifyProgress {
  readonly objects: number;
  readonly bytes: number;
}

/**
 * Reads all of a folder of back-ups. Gives a sentence for each file that is not as it was written; none for one that is whole.
 * @throws {BackupError} when the folder holds no back-ups
 */
export async function* verifyBackup(folder: BackupFolder, options: VerifyOptions): AsyncGenerator<string> {
  const readable: string[] = [];
  for (const generation of await finishedGenerations(folder)) {
    const differences = await generationDifferences(folder, generation, options.signal);
    yield* differences;
    if (differences.length === 0) readable.push(generation);
  }
  yield* await differencesOf(() => readErasures(folder));
  yield* objectDifferences(folder, readable, options);
}

/** Of its manifest and its files; not of the objects that they name. */
export async function generationDifferences(
  folder: BackupFolder,
  generation: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found: string[] = [];
  const unreadable = await differencesOf(async () => {
    const { tables, objects, leftOut } = await readManifestOf(folder, generation);
    for (const part of [...tables, objects, leftOut]) {
      signal.throwIfAborted();
      const difference = await partDifference(folder.generation(generation), part);
      if (difference !== null) found.push(`generations/${generation}/${part.path} ${difference}`);
    }
  });
  return [...unreadable, ...found];
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
  folder: BackupFolder,
  generations: readonly string[],
  { signal, onProgress }: VerifyOptions,
): AsyncGenerator<string> {
  const progress = { objects: 0, bytes: 0 };
  for await (const { needed } of walkShards(folder, generations)) {
    for (const [sha256, size] of needed) {
      signal.throwIfAborted();
      const difference = (await sizeDifference(folder, sha256, size)) ?? (await byteDifference(folder, sha256));
      if (difference !== null) yield `${join('objects', sha256.slice(0, 2), sha256)} ${difference}`;
      progress.objects += 1;
      progress.bytes += size;
      onProgress({ ...progress });
    }
  }
}

/** Without reading the bytes. */
export async function sizeDifference(folder: BackupFolder, sha256: string, size: number): Promise<string | null> {
  const found = await stat(folder.objectFile(sha256)).catch(nullIfMissing);
  if (found === null) return 'is missing';
  return found.size === size ? null : `is ${found.size} bytes long instead of ${size}`;
}

async function byteDifference(folder: BackupFolder, sha256: string): Promise<string | null> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(folder.objectFile(sha256)), hash);
  return hash.digest('hex') === sha256 ? null : 'has other bytes than were written';
}
