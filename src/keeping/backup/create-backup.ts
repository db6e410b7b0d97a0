import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Pool } from 'pg';
import { syncDirectory, writeDurableFile } from '../../platform/disk/durable-files.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { FileInventory } from '../files/file-inventory.ts';
import { BackupError, nextGenerationName } from './format/backup-folder.ts';
import { explainFullDisk } from './format/failures.ts';
import { manifestText, type PartFile } from './format/manifest.ts';
import { groupByDigest, type LeftOut, leftOutLine, mostNamed, readObjectLines } from './format/object-lines.ts';
import { partFacts, writePart } from './format/part-file.ts';
import { prune, readManifestOf } from './generations.ts';
import { addReceiptsToTarget } from './known-erasures.ts';
import { createObjectCopy } from './objects/copy-objects.ts';
import { forEachConcurrently } from './objects/for-each-concurrently.ts';
import { copyTables, type Snapshot } from './rows/copy-tables.ts';
import type { BackupTarget } from './targets/backup-target.ts';

export interface BackupParts {
  /** Its connections have no effective statement timeout. */
  readonly pool: Pool;
  readonly objects: Pick<ObjectStore, 'get'>;
  /** The address of the bucket of the objects, for the manifest. */
  readonly bucket: string;
  readonly files: Pick<FileInventory, 'hasRecord'>;
  /** The text with the keys that seal the channels' secrets, or null when the back-up does not include the keys. */
  readonly secrets: string | null;
  /** The version of this program. */
  readonly program: string;
}

export interface BackupOptions {
  /** Number of generations to keep, including the new one. */
  readonly keep: number;
  readonly signal: AbortSignal;
  /** Called after each digest, that is, after all file records with the same bytes. */
  onProgress(progress: BackupProgress): void;
}

interface BackupProgress {
  /** File records processed so far. */
  readonly records: number;
  /** All file records of the snapshot. */
  readonly total: number;
  /** Bytes read from the bucket. */
  readonly copiedBytes: number;
}

export interface BackupResult {
  readonly generation: string;
  readonly requests: number;
  readonly records: number;
  /** Distinct objects in the target. Attachments with the same bytes share one object. */
  readonly objects: number;
  /** Objects read from the bucket. The target already had the other objects. */
  readonly copied: number;
  readonly copiedBytes: number;
  readonly erased: number;
  /** Attachments that are missing or damaged in the bucket, at most `mostNamed` of them. `left-out.tsv` lists all. */
  readonly lost: readonly LeftOut[];
  /** Generations removed because they are older than those to keep. */
  readonly removed: readonly string[];
}

const copiesAtOnce = 4;

/**
 * Adds a generation to a back-up target: the rows of one snapshot, then every object that the rows name and the target
 * lacks. A generation appears only when it is complete. Objects that an interrupted call copied are not copied again.
 */
export function createBackup(parts: BackupParts, target: BackupTarget, options: BackupOptions): Promise<BackupResult> {
  return explainFullDisk(() => addGeneration(parts, target, options));
}

async function addGeneration(parts: BackupParts, target: BackupTarget, options: BackupOptions): Promise<BackupResult> {
  await target.prepare();
  const { folder } = target;
  const directory = join(folder.incoming, 'generation');
  await mkdir(directory, { mode: 0o700 });
  const snapshot = await takeSnapshot(parts.pool, directory, options.signal);
  await assertSameService(target, snapshot);
  const { leftOut, ...copied } = await copyObjects(parts, target, directory, snapshot, options);
  // A request that was erased after the snapshot is still in it. Its receipt makes every restore leave the request out.
  await addReceiptsToTarget(target, parts.pool);
  const generation = await finish(parts, target, directory, snapshot, leftOut);
  await parts.pool.query('update service_state set backed_up_at = $1', [snapshot.createdAt]);
  // When attachments are lost, an older generation may be the only complete one, so no generation is deleted.
  const removed = copied.lost.length === 0 ? await tidyUp(target, generation, options.keep) : [];
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
    // Destroys the connection, because its transaction may still be open.
    client.release(true);
    throw error;
  }
}

async function tidyUp(target: BackupTarget, generation: string, keep: number): Promise<readonly string[]> {
  try {
    return await prune(target, keep);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`the back-up ${generation} is finished, but older ones could not be removed: ${reason}`);
  }
}

/** Throws when the target belongs to another service, because the erasures and objects of both would be mixed. */
async function assertSameService(target: BackupTarget, { serviceId }: Snapshot): Promise<void> {
  const newest = (await target.generations()).at(-1);
  if (newest === undefined) return;
  const manifest = await readManifestOf(target, newest);
  if (manifest.serviceId !== serviceId) {
    throw new BackupError(`${target.name} holds back-ups of another service: name a folder of its own for each`);
  }
}

async function copyObjects(
  { objects, files }: BackupParts,
  target: BackupTarget,
  directory: string,
  snapshot: Snapshot,
  { signal, onProgress }: BackupOptions,
) {
  const copy = createObjectCopy({ target, objects, files, signal });
  const counts = { objects: 0, copied: 0, copiedBytes: 0, erased: 0 };
  const lost: LeftOut[] = [];
  let records = 0;
  const path = join(directory, 'left-out.tsv');
  const list = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  list.on('error', () => {});
  await forEachConcurrently(
    groupByDigest(readObjectLines(join(directory, 'objects.tsv'))),
    copiesAtOnce,
    async (same) => {
      signal.throwIfAborted();
      const { isCopied, leftOut } = await copy(same);
      // Attachments with the same bytes are either all backed up or all left out.
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
    },
  );
  list.end();
  await finished(list);
  return { ...counts, lost, leftOut: await partFacts(path, 'left-out.tsv') };
}

/** Writes the manifest and renames the directory to a generation name. Only that name makes it a generation. */
async function finish(
  { program, bucket, secrets: text }: BackupParts,
  target: BackupTarget,
  directory: string,
  { createdAt, tables, ...snapshot }: Snapshot,
  leftOut: PartFile,
): Promise<string> {
  const secrets = text === null ? {} : { secrets: await writePart(directory, 'secrets.key', Readable.from([text])) };
  const manifest = manifestText({
    ...snapshot,
    createdAt: createdAt.toISOString(),
    program,
    bucket,
    tables: [...tables],
    leftOut,
    ...secrets,
  });
  await writeDurableFile(join(directory, 'manifest.json'), (file) => file.writeFile(manifest));
  for (const made of [join(directory, 'tables'), directory]) await syncDirectory(made);
  const generation = nextGenerationName(createdAt, (await target.generations()).at(-1));
  await target.publish(directory, generation);
  return generation;
}
