import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { recordStates } from '../../../deliveries/ledger/ledger-clauses.ts';
import { cancelNotices } from '../../../deliveries/ledger/owners-channel.ts';
import { systemActor } from '../../../events/events.ts';
import { beginEpoch } from '../../../events/feed-epoch.ts';
import { eraseRequests } from '../../erasure/erase-requests.ts';
import { BackupError } from '../format/backup-folder.ts';
import type { KnownErasure } from '../format/erasures-file.ts';
import type { BackedUpTable, SealedManifest } from '../format/manifest.ts';
import { copyIn } from '../format/postgres-copy.ts';
import { leftOutTables, quoted, type TableShape, tableShapes } from '../format/tables.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import { filledMark } from './restore-mark.ts';

interface RestoredRows {
  readonly target: BackupTarget;
  readonly generation: string;
  readonly manifest: SealedManifest;
}

/** Maximum requests that one statement erases again. */
const batchSize = 500;

// The index follows events, and a held request has no event. Upkeep fills its row.
const heldSearchText = `
  insert into request_search (request_id, text, grams) select id, '', '{}' from commission_requests where hold = 'held'
  on conflict do nothing`;

const resetSearchText = "update request_search_progress set epoch = 0, tx = '0', seq = 0, late = '{}'";

/** Holds all channels until an operator enables them, and cancels notices to owners, so that a restore drill sends nothing. */
const holdDeliveriesText = `
  with cancelled as (${cancelNotices}
  ), held as (
    update delivery_channels set state = 'held' where state = 'enabled'
    returning id, kind, name, types, state, 'enabled' as state_before
  )
  ${recordStates('held')}`;

const finishText = `
  update service_state set service_id = $1, restoring = null, restored_at = now(), deliveries_held = true`;

/**
 * Fills the tables in the caller's transaction. The tables must have the back-up's schema version.
 * @throws {BackupError} when the tables are not those of the back-up
 */
export async function fillTables(client: PoolClient, restored: RestoredRows, signal: AbortSignal): Promise<void> {
  const { target, generation, manifest } = restored;
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  const known = await tableShapes(client);
  assertSameTables(manifest, known);
  const emptied = [...known.map(({ name }) => name), ...(await emptiedTables(client))];
  await client.query(`truncate ${emptied.map(quoted).join(', ')}`);
  for (const table of manifest.tables) {
    signal.throwIfAborted();
    await fill(client, table, await target.fetch(`generations/${generation}/${table.path}`), signal);
  }
  for (const shape of known) await continueSequences(client, shape);
  await client.query('update service_state set restoring = $1', [filledMark(manifest.sha256, generation)]);
}

/**
 * Prepares the filled tables, migrated to this program's schema version, for the service's start. Requests that were
 * erased after the back-up are erased first, so that they are never seen. Resolves with their number.
 */
export async function finishRestore(
  client: PoolClient,
  { serviceId }: SealedManifest,
  erasures: readonly KnownErasure[],
): Promise<number> {
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  await client.query(resetSearchText);
  await client.query(heldSearchText);
  await beginEpoch(client);
  const erased = await reapplyErasures(client, erasures);
  await client.query(holdDeliveriesText);
  await client.query(finishText, [serviceId]);
  return erased;
}

/** Tables that the back-up leaves out and a first start may have filled. An older schema version may lack some. */
async function emptiedTables(client: PoolClient): Promise<readonly string[]> {
  const text = 'select name from unnest($1::text[]) as name where to_regclass(quote_ident(name)) is not null';
  const { rows } = await client.query<{ name: string }>(text, [leftOutTables.filter(isEmptied)]);
  return rows.map(({ name }) => name);
}

/** False for tables that must keep the rows that every service has. */
function isEmptied(name: string): boolean {
  return !['commission_schema_version', 'service_state', 'request_search_progress', 'readiness_probe'].includes(name);
}

function assertSameTables(manifest: SealedManifest, shapes: readonly TableShape[]): void {
  const names = (tables: readonly { readonly name: string; readonly columns: readonly string[] }[]) =>
    tables.map(({ name, columns }) => `${name} (${[...columns].sort().join(', ')})`).sort();
  const [wanted, found] = [names(manifest.tables), names(shapes)];
  const difference = wanted.find((name) => !found.includes(name)) ?? found.find((name) => !wanted.includes(name));
  if (difference === undefined) return;
  throw new BackupError(`the tables of the back-up are not those of this program: ${difference}`);
}

async function fill(client: PoolClient, table: BackedUpTable, path: string, signal: AbortSignal): Promise<void> {
  const columns = table.columns.map(quoted).join(', ');
  const rows = copyIn(client, `copy ${quoted(table.name)} (${columns}) from stdin`);
  await pipeline(createReadStream(path), rows, { signal });
  if (rows.rowCount !== table.rows) {
    throw new BackupError(`${table.name} has ${rows.rowCount} rows after the restore instead of ${table.rows}`);
  }
}

async function continueSequences(client: PoolClient, { name, identityColumns }: TableShape): Promise<void> {
  for (const column of identityColumns) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${quoted(column)}) from ${quoted(name)}), 0) + 1, false)`,
      [quoted(name), column],
    );
  }
}

const rememberText = `
  insert into erasures (request_id, erased_at, reason, object_keys)
  select "requestId", "erasedAt", reason, "objectKeys"
  from json_to_recordset($1) as known ("requestId" uuid, "erasedAt" timestamptz, reason text, "objectKeys" text[])
  on conflict (request_id) do update set erased_at = excluded.erased_at, reason = excluded.reason`;

async function reapplyErasures(client: PoolClient, erasures: readonly KnownErasure[]): Promise<number> {
  let erased = 0;
  for (let start = 0; start < erasures.length; start += batchSize) {
    const batch = erasures.slice(start, start + batchSize);
    const ids = batch.map(({ requestId }) => requestId);
    erased += (await eraseRequests(client, ids, { reason: 'request', actor: systemActor })).length;
    await client.query(rememberText, [JSON.stringify(batch)]);
  }
  return erased;
}
