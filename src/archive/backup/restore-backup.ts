import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { finishedGenerations, readManifestOf, type SealedManifest } from './generation.ts';
import { type KnownErasure, readErasures } from './known-erasures.ts';
import { type ObjectRestoreProgress, restoreObjects } from './objects/restore-objects.ts';
import { walkShards } from './objects/shard-walk.ts';
import { BackupError } from './places/backup-folder.ts';
import type { BackupPlace } from './places/backup-place.ts';
import { withFullDiskTold } from './places/full-disk.ts';
import { type Receipts, readReceipts } from './read-receipts.ts';
import { filledMark, fillTables, finishRestore } from './rows/restore-rows.ts';
import { generationDifferences, sizeDifference } from './verify-backup.ts';

export interface RestoreParts {
  /** Of a database that nobody else uses, with connections that no time limit ends. */
  readonly pool: Pool;
  readonly objects: ObjectStore;
  /** Of the bucket that is filled, and of others whose erasures hold too. */
  readonly receipts: readonly Receipts[];
  /** Brings an empty database to this version of the tables, or to the newest. */
  migrate(version?: number): Promise<void>;
  /** Takes the keys of channels' secrets. Resolves with whether the service will read them. */
  takeSecrets(text: string): Promise<boolean>;
  /** The newest version of the tables that this program knows. */
  readonly newestVersion: number;
}

interface RestoreProgress extends ObjectRestoreProgress {
  /** Of the back-up; those of erased requests are among them and left out. */
  readonly total: number;
}

export interface RestoreOptions {
  /** The newest one when null. */
  readonly generation: string | null;
  readonly signal: AbortSignal;
  /** Called after each object. */
  onProgress(progress: RestoreProgress): void;
}

export type SecretsOutcome = 'taken' | 'unused' | 'absent';

export interface RestoreResult extends ObjectRestoreProgress {
  readonly generation: string;
  readonly requests: number;
  /** Whether the keys of channels' secrets are there: `absent` from the back-up, or `unused` beside this service's own. */
  readonly secrets: SecretsOutcome;
  /** Requests of the back-up that were erased since. */
  readonly erased: number;
}

interface State {
  readonly schema_version: number;
  readonly restoring: string | null;
}

/**
 * Makes an empty service the one that was backed up. The rows come last and all at once, so that what is broken off is no
 * half service, and the next call goes on.
 * @throws {BackupError} when the back-up is not whole, or the service not empty
 */
export function restoreBackup(
  parts: RestoreParts,
  place: BackupPlace,
  options: RestoreOptions,
): Promise<RestoreResult> {
  return withFullDiskTold(() => restore(parts, place, options));
}

async function restore(parts: RestoreParts, place: BackupPlace, options: RestoreOptions): Promise<RestoreResult> {
  const generation = await chooseGeneration(place, options.generation);
  await assertWhole(place, generation, options.signal);
  const manifest = await readManifestOf(place, generation);
  const erasures = await allErasures(parts, place, options.signal);
  const isFilled = await prepareTarget(parts, manifest, options.signal);
  const { pool, objects } = parts;
  const { signal } = options;
  const total = manifest.objects.rows;
  const onProgress = (progress: ObjectRestoreProgress) => options.onProgress({ ...progress, total });
  const erasedIds = new Set(erasures.keys());
  const restored = await restoreObjects({ place, generation, objects, erased: erasedIds, signal, onProgress });
  const secrets = await restoreSecrets(parts, place, generation, manifest);
  const rows = { place, generation, manifest };
  if (!isFilled) await inTransaction(pool, (client) => fillTables(client, rows, signal));
  // The statements behind this are of this program's tables.
  await parts.migrate(parts.newestVersion);
  const erased = await inTransaction(pool, (client) => finishRestore(client, manifest, [...erasures.values()]));
  await parts.migrate();
  const requests = manifest.tables.find(({ name }) => name === 'commission_requests')?.rows ?? 0;
  return { generation, requests: requests - erased, erased, secrets, ...restored };
}

async function chooseGeneration(place: BackupPlace, wanted: string | null): Promise<string> {
  const names = await finishedGenerations(place);
  const chosen = wanted === null ? names.at(-1) : names.find((name) => name === wanted);
  if (chosen === undefined) throw new BackupError(`there is no generation ${wanted}: it has ${names.join(', ')}`);
  return chosen;
}

async function restoreSecrets(
  { takeSecrets }: RestoreParts,
  place: BackupPlace,
  generation: string,
  { secrets }: SealedManifest,
): Promise<SecretsOutcome> {
  if (!secrets) return 'absent';
  const text = await readFile(await place.fetch(`generations/${generation}/${secrets.path}`), 'utf8');
  return (await takeSecrets(text)) ? 'taken' : 'unused';
}

/** Those that the place knows of and those that buckets do, by request. */
async function allErasures(
  { receipts }: RestoreParts,
  place: BackupPlace,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KnownErasure>> {
  const known = new Map<string, KnownErasure>();
  for (const bucket of receipts) {
    for (const erasure of await readReceipts(bucket, signal)) known.set(erasure.requestId, erasure);
  }
  for (const erasure of await readErasures(place)) known.set(erasure.requestId, erasure);
  return known;
}

/** All but the bytes of the objects, which the bucket checks as they come. */
async function assertWhole(place: BackupPlace, generation: string, signal: AbortSignal): Promise<void> {
  const [difference] = await generationDifferences(place, generation, signal);
  if (difference !== undefined) throw new BackupError(difference);
  for await (const { name, needed } of walkShards(place, [generation])) {
    if (needed.size === 0) continue;
    const sizes = await place.objects.sizes(name);
    for (const [sha256, size] of needed) {
      const found = await sizeDifference(place, sizes, sha256, size);
      if (found !== null) throw new BackupError(`objects/${sha256.slice(0, 2)}/${sha256} ${found}`);
    }
  }
}

/** Leaves a service that is about to be restored from this very generation. Resolves with whether its tables are filled. */
async function prepareTarget(
  { pool, objects, migrate, newestVersion }: RestoreParts,
  { schemaVersion, sha256 }: SealedManifest,
  signal: AbortSignal,
): Promise<boolean> {
  if (schemaVersion > newestVersion) {
    throw new BackupError(
      `the back-up has tables of version ${schemaVersion}, and this program knows up to ${newestVersion}: use the newer program`,
    );
  }
  const state = await readState(pool);
  if (state?.restoring === sha256) return false;
  if (state?.restoring === filledMark(sha256)) return true;
  if (state?.restoring) {
    throw new BackupError(
      'a restore of another back-up was broken off here: finish that one, or empty the database and the bucket',
    );
  }
  if (state !== null && state.schema_version > schemaVersion) {
    throw new BackupError(
      `the database has tables of version ${state.schema_version} and the back-up of version ${schemaVersion}: ` +
        'give an empty database',
    );
  }
  if (state !== null) await assertEmptyTables(pool);
  for await (const { key } of objects.list({ signal })) {
    throw new BackupError(`the bucket is not empty: it has ${key}`);
  }
  await migrate(schemaVersion);
  await pool.query('update service_state set restoring = $1', [sha256]);
  return false;
}

/** Null for a database without tables. */
async function readState(pool: Pool): Promise<State | null> {
  const known =
    "select to_regclass('commission_schema_version') is not null as has_tables, to_regclass('service_state') is not null as has_state";
  const [tables] = (await pool.query<{ has_tables: boolean; has_state: boolean }>(known)).rows;
  if (tables?.has_tables !== true) return null;
  const restoring = tables.has_state ? '(select restoring from service_state)' : 'null::text';
  const text = `
    select coalesce(max(version), 0)::int as schema_version, ${restoring} as restoring from commission_schema_version`;
  return (await pool.query<State>(text)).rows[0] ?? null;
}

/** Tables that a service fills when it is used. What a first start writes is replaced. */
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
    // A restore that was broken off may not have made all.
    if (tables[0]?.found !== true) continue;
    const { rows } = await pool.query<{ is_used: boolean }>(`select exists (select from ${name}) as is_used`);
    if (rows[0]?.is_used) throw new BackupError(`the service is not empty: it has rows in ${name}`);
  }
}
