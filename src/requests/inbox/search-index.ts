import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Pool, PoolClient } from 'pg';
import type { EventPosition } from '../../events/event-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { progressText, type SearchProgress } from './search-progress.ts';
import { type SearchedRow, searchedColumns, searchRows } from './search-rows.ts';

/** The pause after a full batch, as a multiple of its duration. It leaves capacity for a burst of submissions. */
const restShare = 4;
/**
 * Pauses keep at least this rate, so that submissions at half of it are searchable within seconds under load. While this
 * process takes submissions it is the only rate: a burst gets its rows behind it.
 */
const leastPerSecond = 250;

/** Maximum events or rows of one transaction. */
const batchSize = 500;

// The process that locks the progress row does the work. The others find no row. The lock is a statement of its own:
// the snapshot of the next one is then newer than every earlier change of the progress.
const lockText = `${progressText} for update skip locked`;

// Events behind the position, and those of transactions that were running when the position passed their numbers. The
// limit of a batch may cut off some of the latter; requests without a search row distinguish them.
const readBatchText = `
  with next as materialized (
    select e.epoch, e.tx, e.seq, e.kind, e.request_id from request_events e
    where (e.epoch, e.tx, e.seq) > ($1::int, $2::xid8, $3::bigint)
    order by e.epoch, e.tx, e.seq limit ${batchSize}
  ), late as materialized (
    select e.epoch, e.tx, e.seq, e.kind, e.request_id from request_events e
    where e.epoch = $1 and e.tx = any($4::xid8[]) and e.kind = 'created'
      and not exists (select from request_search s where s.request_id = e.request_id)
      and exists (select from submitted_commission_requests r where r.id = e.request_id)
    limit ${batchSize}
  ), batch as (select *, false as is_late from next union all select *, true from late)
  select service_state.feed_epoch,
    array(select running::text from pg_snapshot_xip(pg_current_snapshot()) as running) as running,
    batch.epoch, batch.tx::text as tx, batch.seq::text as seq, batch.is_late,
    ${searchedColumns}
  from service_state left join batch on true
    left join submitted_commission_requests r on batch.kind = 'created' and r.id = batch.request_id
  order by batch.is_late, batch.epoch, batch.tx, batch.seq`;

// The key-share lock finds only requests that still exist. A request erased since it was read gets no search row.
const storeText = `
  insert into request_search (request_id, text, grams)
  select row.request_id, row.text, row.grams
  from json_to_recordset($1) as row (request_id uuid, text text, grams int[])
  join (select id from commission_requests where id = any($2::uuid[]) order by id for key share) as found
    on found.id = row.request_id
  on conflict (request_id) do nothing`;

const moveText = `
  update request_search_progress set epoch = $1, tx = $2::xid8, seq = $3::bigint, late = $4::xid8[]`;

const readEmptyText = `
  select ${searchedColumns} from request_search s join submitted_commission_requests r on r.id = s.request_id
  where s.text = '' order by s.request_id desc limit ${batchSize} for update of s skip locked`;

const fillText = `
  update request_search s set text = row.text, grams = row.grams
  from json_to_recordset($1) as row (request_id uuid, text text, grams int[]) where s.request_id = row.request_id`;

/** The members of every row of a batch. */
interface Snapshot {
  readonly feed_epoch: number;
  /** The transactions that run. Their events are not visible. */
  readonly running: readonly string[];
}

/** An event, with the fields of its request when the event is `created` and the request still exists. */
type EventRow = EventPosition & { readonly is_late: boolean } & (SearchedRow | { readonly id: null });
type BatchRow = Snapshot & (EventRow | { readonly epoch: null });

/**
 * Creates the search rows of requests that were submitted since the last call, also of those that became visible before
 * an older transaction has ended. Resolves when no events are left, when another process does the work, or when the
 * signal is aborted.
 * @param isBusy whether submissions arrive, which go first
 */
export function indexNewRequests(pool: Pool, isBusy: () => boolean, signal: AbortSignal): Promise<void> {
  const rest = (tookMs: number, done: number) => (isBusy() ? busyRestMs(tookMs, done) : restMs(tookMs, done));
  return inBatches(() => indexNextEvents(pool), rest, signal);
}

/**
 * Fills the empty search rows of requests that the guard holds, the newest first. Resolves when no such rows are left that
 * another process does not work on, or when the signal is aborted.
 */
export function fillSearchRows(pool: Pool, signal: AbortSignal): Promise<void> {
  return inBatches(() => inTransaction(pool, fillBatch), restMs, signal);
}

async function inBatches(doBatch: () => Promise<number>, rest: typeof restMs, signal: AbortSignal): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    const done = await doBatch();
    if (done < batchSize || signal.aborted) return;
    await pause(rest(performance.now() - startedAt, done), signal);
  }
}

/** Returns the milliseconds to pause after a batch. */
export function restMs(tookMs: number, done: number): number {
  return Math.min(tookMs * restShare, busyRestMs(tookMs, done));
}

/** The same while submissions arrive. */
export function busyRestMs(tookMs: number, done: number): number {
  return Math.max(0, (done * 1000) / leastPerSecond - tookMs);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
}

/** Creates the search rows of the next 500 events. Resolves with their number: 0 if another process is at work. */
export function indexNextEvents(pool: Pool): Promise<number> {
  return inTransaction(pool, indexBatch);
}

async function indexBatch(client: PoolClient): Promise<number> {
  const [progress] = (await client.query<SearchProgress>(lockText)).rows;
  if (progress === undefined) return 0;
  const values = [progress.epoch, progress.tx, progress.seq, progress.late];
  const { rows: batch } = await client.query<BatchRow>(readBatchText, values);
  const events = batch.filter((row) => row.epoch !== null);
  const moved = movedProgress(progress, batch, events);
  if (events.length === 0 && isDeepStrictEqual(moved, progress)) return 0;
  const requests = events.filter((row) => row.id !== null);
  for await (const { json, ids } of searchRows(client, requests)) await client.query(storeText, [json, ids]);
  await client.query(moveText, [moved.epoch, moved.tx, moved.seq, moved.late]);
  return events.length;
}

function movedProgress(
  progress: SearchProgress,
  batch: readonly Snapshot[],
  events: readonly EventRow[],
): SearchProgress {
  // The rest of them comes first. Events that are read again behind the position have their rows by then.
  if (events.filter((row) => row.is_late).length === batchSize) return progress;
  const { epoch, tx, seq } = events.findLast((row) => !row.is_late) ?? progress;
  const [{ feed_epoch, running } = { feed_epoch: epoch, running: [] }] = batch;
  // Transaction ids of earlier epochs come from another cluster, and those transactions have ended.
  const late = epoch === feed_epoch ? running.filter((one) => BigInt(one) < BigInt(tx)) : [];
  return { epoch, tx, seq, late };
}

async function fillBatch(client: PoolClient): Promise<number> {
  const { rows: empty } = await client.query<SearchedRow>(readEmptyText);
  for await (const { json } of searchRows(client, empty)) await client.query(fillText, [json]);
  return empty.length;
}
