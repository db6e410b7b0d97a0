import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Pool } from 'pg';
import { renameDurably, syncDirectory, writeDurableFile } from '../../objects/durable-files.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import type { FileInventory } from '../file-inventory.ts';
import { forEachAtOnce } from './at-once.ts';
import { BackupError, type BackupFolder, generationName, generationNames, prepareFolder } from './backup-folder.ts';
import { createObjectCopy } from './copy-objects.ts';
import { copyTables, type Snapshot } from './copy-tables.ts';
import { readManifestOf } from './generation.ts';
import { rememberErasures } from './known-erasures.ts';
import { manifestText, type PartFile } from './manifest.ts';
import { bySameBytes, type LeftOut, leftOutLine, readObjectLines } from './object-lines.ts';
import { partFacts } from './part-file.ts';
import { prune } from './prune.ts';

export interface BackupParts {
  /** With connections that no time limit ends. */
  readonly pool: Pool;
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly files: Pick<FileInventory, 'hasRecord'>;
  /** The version of this program. */
  readonly program: string;
}

export interface BackupOptions {
  /** Generations that stay, this one included. */
  readonly keep: number;
  readonly signal: AbortSignal;
  /** Called after each digest. */
  onProgress(progress: BackupProgress): void;
}

export interface BackupProgress {
  /** File records that have been seen to. */
  readonly records: number;
  /** Of all. */
  readonly total: number;
  /** Bytes read from the bucket. */
  readonly copiedBytes: number;
}

export interface BackupResult {
  readonly generation: string;
  readonly requests: number;
  readonly records: number;
  /** Objects read from the bucket; the others were in the folder already. */
  readonly copied: number;
  readonly copiedBytes: number;
  readonly erased: number;
  /** Losses in the bucket itself: missing or damaged. */
  readonly lost: readonly LeftOut[];
  /** Generations removed because they are older than those to keep. */
  readonly removed: readonly string[];
}

const copiesAtOnce = 4;
/** Named in the result; all of them are in the generation. */
const mostNamed = 1000;

/**
 * Adds a generation to a folder of back-ups: rows from one snapshot, then every object that they name and the folder does not
 * have. A generation is there when all of it is. What an earlier call that broke off had copied is not copied again.
 */
export async function createBackup(
  parts: BackupParts,
  folder: BackupFolder,
  options: BackupOptions,
): Promise<BackupResult> {
  await prepareFolder(folder);
  const directory = join(folder.incoming, 'generation');
  await mkdir(directory, { mode: 0o700 });
  const snapshot = await takeSnapshot(parts.pool, directory, options.signal);
  await assertSameService(folder, snapshot);
  const { leftOut, ...copied } = await copyObjects(parts, folder, directory, snapshot, options);
  // Who was erased since the snapshot is in it, and will be left out of a restore.
  await rememberErasures(folder, parts.pool);
  const generation = await finish(parts, folder, directory, snapshot, leftOut);
  // With losses an older generation may be the only one that is whole.
  const removed = copied.lost.length === 0 ? await tidyUp(folder, generation, options.keep) : [];
  const requests = snapshot.tables.find(({ name }) => name === 'commission_requests')?.rows ?? 0;
  return { generation, requests, records: snapshot.objects.rows, ...copied, removed };
}

async function takeSnapshot(pool: Pool, directory: string, signal: AbortSignal): Promise<Snapshot> {
  const client = await pool.connect();
  try {
    const snapshot = await copyTables(client, directory, signal);
    client.release();
    return snapshot;
  } catch (error) {
    // The transaction may still be open.
    client.release(true);
    throw error;
  }
}

async function tidyUp(folder: BackupFolder, generation: string, keep: number): Promise<readonly string[]> {
  try {
    return await prune(folder, keep);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`the back-up ${generation} is finished, but older ones could not be removed: ${reason}`);
  }
}

/** Erasures and objects of another service would be mixed up with this one's. */
async function assertSameService(folder: BackupFolder, { serviceId }: Snapshot): Promise<void> {
  const newest = (await generationNames(folder)).at(-1);
  if (newest === undefined) return;
  const manifest = await readManifestOf(folder, newest);
  if (manifest.serviceId !== serviceId) {
    throw new BackupError(`${folder.path} holds back-ups of another service: name a folder of its own for each`);
  }
}

async function copyObjects(
  { objects, files }: BackupParts,
  folder: BackupFolder,
  directory: string,
  snapshot: Snapshot,
  { signal, onProgress }: BackupOptions,
) {
  const hasRecord = (key: string) => files.hasRecord(key as Parameters<FileInventory['hasRecord']>[0]);
  const copy = createObjectCopy({ folder, objects, hasRecord, signal });
  const counts = { copied: 0, copiedBytes: 0, erased: 0 };
  const lost: LeftOut[] = [];
  let records = 0;
  const path = join(directory, 'left-out.tsv');
  const list = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  list.on('error', () => {});
  await forEachAtOnce(bySameBytes(readObjectLines(join(directory, 'objects.tsv'))), copiesAtOnce, async (same) => {
    signal.throwIfAborted();
    const { isCopied, leftOut } = await copy(same);
    if (isCopied) counts.copied += 1;
    if (isCopied) counts.copiedBytes += same.size;
    for (const one of leftOut) {
      list.write(leftOutLine(one));
      if (one.reason === 'erased') counts.erased += 1;
      else if (lost.length < mostNamed) lost.push(one);
    }
    records += same.lines.length;
    onProgress({ records, total: snapshot.objects.rows, copiedBytes: counts.copiedBytes });
  });
  list.end();
  await finished(list);
  return { ...counts, lost, leftOut: await partFacts(directory, 'left-out.tsv') };
}

/** The name of the generation is what makes it one. */
async function finish(
  { program }: BackupParts,
  folder: BackupFolder,
  directory: string,
  { createdAt, tables, ...snapshot }: Snapshot,
  leftOut: PartFile,
): Promise<string> {
  const text = manifestText({
    ...snapshot,
    createdAt: createdAt.toISOString(),
    program,
    tables: [...tables],
    leftOut,
  });
  await writeDurableFile(join(directory, 'manifest.json'), (file) => file.writeFile(text));
  for (const made of [join(directory, 'tables'), directory]) await syncDirectory(made);
  const generation = generationName(createdAt);
  await renameDurably(directory, folder.generation(generation));
  return generation;
}
