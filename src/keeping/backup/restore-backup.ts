import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { type ErasureSources, findErasures } from './erasure-sources.ts';
import { BackupError } from './format/backup-folder.ts';
import { explainFullDisk } from './format/failures.ts';
import type { SealedManifest } from './format/manifest.ts';
import { finishedGenerations, readManifestOf } from './generations.ts';
import { sizeDifference } from './objects/object-difference.ts';
import {
  type DamagedObject,
  type ObjectRestoreProgress,
  remedies,
  restoreObjects,
  type WhenDamaged,
} from './objects/restore-objects.ts';
import { walkShards } from './objects/shard-walk.ts';
import { begunMark, continuingCall, readMark } from './rows/restore-mark.ts';
import { fillTables, finishRestore } from './rows/restore-rows.ts';
import type { BackupTarget } from './targets/backup-target.ts';
import { type GenerationCheck, generationDifferences } from './verify-backup.ts';

export interface RestoreParts extends ErasureSources {
  /** A pool of a database that no other process uses. Its connections have no effective statement timeout. */
  readonly pool: Pool;
  readonly objects: ObjectStore;
  /** Migrates the database to this schema version, or to the newest. */
  migrate(version?: number): Promise<void>;
  /** Imports the keys that seal the channels' secrets. Resolves with whether the service will use them. */
  importSecrets(text: string): Promise<boolean>;
  readonly schemaVersions: GenerationCheck['schemaVersions'];
}

interface RestoreProgress extends ObjectRestoreProgress {
  /** All objects of the back-up, including those of erased requests, which are not restored. */
  readonly total: number;
}

export interface RestoreOptions {
  /** The name of the generation, or null for the newest one. */
  readonly generation: string | null;
  readonly whenDamaged: WhenDamaged;
  readonly signal: AbortSignal;
  /** Called after each object. */
  onProgress(progress: RestoreProgress): void;
}

export type SecretsOutcome = 'taken' | 'unused' | 'absent';

export interface RestoreResult extends ObjectRestoreProgress {
  readonly generation: string;
  readonly requests: number;
  /** The keys of the channels' secrets: `taken`, `absent` from the back-up, or `unused`: the service has other keys. */
  readonly secrets: SecretsOutcome;
  /** Number of the back-up's requests that were erased after the back-up, and again by the restore. */
  readonly erased: number;
  /** Whether erasures after the newest back-up may be missing, because the bucket with their receipts was not read. */
  readonly erasuresUnknown: boolean;
  /** Objects that were left out because they are damaged, at most 1,000 of them. Their file records are restored. */
  readonly damaged: readonly DamagedObject[];
}

interface Chosen {
  readonly generation: string;
  readonly manifest: SealedManifest;
}

interface State {
  readonly schema_version: number;
  readonly restoring: string | null;
}

/**
 * Restores a back-up into an empty service. The objects come first and the rows last, in one transaction, so that an
 * interrupted call leaves no partial service. The next call resumes the restore.
 * @throws {BackupError} when the back-up is not whole, or the service not empty
 */
export function restoreBackup(
  parts: RestoreParts,
  target: BackupTarget,
  options: RestoreOptions,
): Promise<RestoreResult> {
  return explainFullDisk(() => restore(parts, target, options));
}

async function restore(parts: RestoreParts, target: BackupTarget, options: RestoreOptions): Promise<RestoreResult> {
  const generation = await chooseGeneration(target, options.generation);
  const manifest = await readManifestOf(target, generation);
  await assertWholeLists(target, generation, { ...parts, ...options });
  if (options.whenDamaged === 'reject') await assertObjectSizes(target, generation);
  const { erasures, isComplete } = await findErasures(parts, target, options.signal);
  const isFilled = await prepareTarget(parts, { generation, manifest }, options.signal);
  const { pool, objects } = parts;
  const { signal, whenDamaged } = options;
  const total = manifest.objects.rows;
  const onProgress = (progress: ObjectRestoreProgress) => options.onProgress({ ...progress, total });
  const erasedIds = new Set(erasures.keys());
  const restored = await restoreObjects({
    target,
    generation,
    objects,
    erased: erasedIds,
    whenDamaged,
    signal,
    onProgress,
  });
  const secrets = await restoreSecrets(parts, target, generation, manifest);
  const rows = { target, generation, manifest };
  if (!isFilled) await inTransaction(pool, (client) => fillTables(client, rows, signal));
  // The next statements need this program's schema version.
  await parts.migrate(parts.schemaVersions.newest);
  const erased = await inTransaction(pool, (client) => finishRestore(client, manifest, [...erasures.values()]));
  await parts.migrate();
  const requests = manifest.tables.find(({ name }) => name === 'commission_requests')?.rows ?? 0;
  return { generation, requests: requests - erased, erased, erasuresUnknown: !isComplete, secrets, ...restored };
}

async function chooseGeneration(target: BackupTarget, wanted: string | null): Promise<string> {
  const names = await finishedGenerations(target);
  const chosen = wanted === null ? names.at(-1) : names.find((name) => name === wanted);
  if (chosen === undefined)
    throw new BackupError(`there is no generation ${wanted}: the generations are ${names.join(', ')}`);
  return chosen;
}

async function restoreSecrets(
  { importSecrets }: RestoreParts,
  target: BackupTarget,
  generation: string,
  { secrets }: SealedManifest,
): Promise<SecretsOutcome> {
  if (!secrets) return 'absent';
  const text = await readFile(await target.fetch(`generations/${generation}/${secrets.path}`), 'utf8');
  return (await importSecrets(text)) ? 'taken' : 'unused';
}

async function assertWholeLists(target: BackupTarget, generation: string, known: GenerationCheck): Promise<void> {
  const [difference] = await generationDifferences(target, generation, known);
  if (difference !== undefined) throw new BackupError(difference);
}

/** Finds missing and shortened objects before anything is written. The bucket checks the bytes of each upload. */
async function assertObjectSizes(target: BackupTarget, generation: string): Promise<void> {
  for await (const { name, needed } of walkShards(target, [generation])) {
    if (needed.size === 0) continue;
    const sizes = await target.objects.sizes(name);
    for (const [sha256, size] of needed) {
      const difference = await sizeDifference(target, sizes, sha256, size);
      if (difference !== null) throw new BackupError(`${difference}: ${remedies}`);
    }
  }
}

/** Marks the service as being restored from this generation. Resolves with whether a call already filled its tables. */
async function prepareTarget(
  { pool, objects, migrate }: RestoreParts,
  { generation, manifest: { schemaVersion, sha256 } }: Chosen,
  signal: AbortSignal,
): Promise<boolean> {
  const state = await readState(pool);
  const mark = state?.restoring ? readMark(state.restoring) : null;
  if (mark?.sha256 === sha256) return mark.isFilled;
  if (mark !== null) {
    throw new BackupError(
      `a restore of another back-up was interrupted here: run ${continuingCall(mark)} to finish it, or empty the database and the bucket`,
    );
  }
  if (state !== null && state.schema_version > schemaVersion) {
    throw new BackupError(
      `the database has tables of version ${state.schema_version} and the back-up of version ${schemaVersion}: ` +
        'use an empty database',
    );
  }
  if (state !== null) await assertEmptyTables(pool);
  for await (const { key } of objects.list({ signal })) {
    throw new BackupError(`the bucket is not empty: it has ${key}`);
  }
  await migrate(schemaVersion);
  await pool.query('update service_state set restoring = $1', [begunMark(sha256, generation)]);
  return false;
}

/** Resolves with null when the database has no tables. */
async function readState(pool: Pool): Promise<State | null> {
  const known = "select to_regclass('commission_schema_version') is not null as has_tables";
  const [tables] = (await pool.query<{ has_tables: boolean }>(known)).rows;
  if (tables?.has_tables !== true) return null;
  const text = `
    select coalesce(max(version), 0)::int as schema_version, (select restoring from service_state) as restoring
    from commission_schema_version`;
  return (await pool.query<State>(text)).rows[0] ?? null;
}

/** Tables that stay empty until a service is used. A restore replaces the rows that a first start writes elsewhere. */
const usedTables = [
  'commission_requests',
  'request_events',
  'operators',
  'api_tokens',
  'erasures',
  'delivery_channels',
];

async function assertEmptyTables(pool: Pool): Promise<void> {
  for (const name of usedTables) {
    const { rows: tables } = await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
      name,
    ]);
    // An interrupted restore may have created those of an earlier version.
    if (tables[0]?.found !== true) continue;
    const { rows } = await pool.query<{ is_used: boolean }>(`select exists (select from ${name}) as is_used`);
    if (rows[0]?.is_used) throw new BackupError(`the service is not empty: it has rows in ${name}`);
  }
}
