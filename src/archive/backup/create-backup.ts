import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Pool } from 'pg';
import { syncDirectory, writeDurableFile } from '../../objects/durable-files.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import type { FileInventory } from '../file-inventory.ts';
import { readManifestOf } from './generation.ts';
import { rememberErasures } from './known-erasures.ts';
import { manifestText, type PartFile } from './manifest.ts';
import { forEachAtOnce } from './objects/at-once.ts';
import { createObjectCopy } from './objects/copy-objects.ts';
import { bySameBytes, type LeftOut, leftOutLine, readObjectLines } from './objects/object-lines.ts';
import { BackupError, nextGenerationName } from './places/backup-folder.ts';
import type { BackupPlace } from './places/backup-place.ts';
import { withFullDiskTold } from './places/full-disk.ts';
import { partFacts, writePart } from './places/part-file.ts';
import { prune } from './prune.ts';
import { copyTables, type Snapshot } from './rows/copy-tables.ts';

export interface BackupParts {
  /** With connections that no time limit ends. */
  readonly pool: Pool;
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly files: Pick<FileInventory, 'hasRecord'>;
  /** The text with the keys of channels' secrets; null: they are kept apart. */
  readonly secrets: string | null;
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

interface BackupProgress {
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
  /** What holds them in the place: equal attachments are one object. */
  readonly objects: number;
  /** Objects read from the bucket; the others were in the place already. */
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
 * Adds a generation to a place of back-ups: rows from one snapshot, then every object that they name and the place does not
 * have. A generation is there when all of it is. What an earlier call that broke off had copied is not copied again.
 */
export function createBackup(parts: BackupParts, place: BackupPlace, options: BackupOptions): Promise<BackupResult> {
  return withFullDiskTold(() => addGeneration(parts, place, options));
}

async function addGeneration(parts: BackupParts, place: BackupPlace, options: BackupOptions): Promise<BackupResult> {
  await place.prepare();
  const { folder } = place;
  const directory = join(folder.incoming, 'generation');
  await mkdir(directory, { mode: 0o700 });
  const snapshot = await takeSnapshot(parts.pool, directory, options.signal);
  await assertSameService(place, snapshot);
  const { leftOut, ...copied } = await copyObjects(parts, place, directory, snapshot, options);
  // Who was erased since the snapshot is in it, and will be left out of a restore.
  await rememberErasures(place, parts.pool);
  const generation = await finish(parts, place, directory, snapshot, leftOut);
  // With losses an older generation may be the only one that is whole.
  const removed = copied.lost.length === 0 ? await tidyUp(place, generation, options.keep) : [];
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

async function tidyUp(place: BackupPlace, generation: string, keep: number): Promise<readonly string[]> {
  try {
    return await prune(place, keep);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`the back-up ${generation} is finished, but older ones could not be removed: ${reason}`);
  }
}

/** Erasures and objects of another service would be mixed up with this one's. */
async function assertSameService(place: BackupPlace, { serviceId }: Snapshot): Promise<void> {
  const newest = (await place.generations()).at(-1);
  if (newest === undefined) return;
  const manifest = await readManifestOf(place, newest);
  if (manifest.serviceId !== serviceId) {
    throw new BackupError(`${place.name} holds back-ups of another service: name a folder of its own for each`);
  }
}

async function copyObjects(
  { objects, files }: BackupParts,
  place: BackupPlace,
  directory: string,
  snapshot: Snapshot,
  { signal, onProgress }: BackupOptions,
) {
  const copy = createObjectCopy({ place, objects, files, signal });
  const counts = { objects: 0, copied: 0, copiedBytes: 0, erased: 0 };
  const lost: LeftOut[] = [];
  let records = 0;
  const path = join(directory, 'left-out.tsv');
  const list = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  list.on('error', () => {});
  await forEachAtOnce(bySameBytes(readObjectLines(join(directory, 'objects.tsv'))), copiesAtOnce, async (same) => {
    signal.throwIfAborted();
    const { isCopied, leftOut } = await copy(same);
    // Either none or all attachments with these bytes are left out.
    if (leftOut.length === 0) counts.objects += 1;
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
  return { ...counts, lost, leftOut: await partFacts(path, 'left-out.tsv') };
}

/** The name of the generation is what makes it one. */
async function finish(
  { program, secrets: text }: BackupParts,
  place: BackupPlace,
  directory: string,
  { createdAt, tables, ...snapshot }: Snapshot,
  leftOut: PartFile,
): Promise<string> {
  const secrets = text === null ? {} : { secrets: await writePart(directory, 'secrets.key', Readable.from([text])) };
  const manifest = manifestText({
    ...snapshot,
    createdAt: createdAt.toISOString(),
    program,
    tables: [...tables],
    leftOut,
    ...secrets,
  });
  await writeDurableFile(join(directory, 'manifest.json'), (file) => file.writeFile(manifest));
  for (const made of [join(directory, 'tables'), directory]) await syncDirectory(made);
  const generation = nextGenerationName(createdAt, (await place.generations()).at(-1));
  await place.publish(directory, generation);
  return generation;
}
