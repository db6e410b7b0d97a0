import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { settledEvents } from './event-pages.ts';
import type { EventPosition } from './event-row.ts';
import { type SearchedRow, searchedColumns, searchRows } from './search-rows.ts';
import { searchForm } from './search-text.ts';

/** The pause after a full batch, as a multiple of its duration. It leaves capacity for a burst of submissions. */
const restShare = 4;
/** Pauses keep at least this rate, so that submissions at half of it are searchable within seconds under load. */
const leastPerSecond = 250;

/** Maximum events or rows of one transaction. */
const batchSize = 500;

// The process that locks the progress row does the work. Other processes skip the locked row and so find no events.
const readBatchText = `
  with progress as materialized (
    select epoch, tx, seq from request_search_progress for update skip locked
  ), batch as materialized (
    select e.epoch, e.tx, e.seq, e.kind, e.request_id from request_events e
    where (e.epoch, e.tx, e.seq)
      > ((select epoch from progress), (select tx from progress), (select seq from progress)) and ${settledEvents}
    order by e.epoch, e.tx, e.seq limit ${batchSize}
  )
  select batch.epoch, batch.tx::text as tx, batch.seq::text as seq,
    ${searchedColumns}
  from batch left join submitted_commission_requests r on batch.kind = 'created' and r.id = batch.request_id
  order by batch.epoch, batch.tx, batch.seq`;

// The key-share lock finds only requests that still exist. A request erased since it was read gets no search row.
const storeText = `
  with moved as (
    update request_search_progress set epoch = $3, tx = $4::xid8, seq = $5::bigint
  )
  insert into request_search (request_id, text, grams, form)
  select row.request_id, row.text, row.grams, ${searchForm}
  from json_to_recordset($1) as row (request_id uuid, text text, grams int[])
  join (select id from commission_requests where id = any($2::uuid[]) order by id for key share) as found
    on found.id = row.request_id
  on conflict (request_id) do nothing`;

const readOldText = `
  select ${searchedColumns} from request_search s join submitted_commission_requests r on r.id = s.request_id
  where s.form < ${searchForm} order by s.request_id desc limit ${batchSize} for update of s skip locked`;

const replaceText = `
  update request_search s set text = row.text, grams = row.grams, form = ${searchForm}
  from json_to_recordset($1) as row (request_id uuid, text text, grams int[]) where s.request_id = row.request_id`;

/** An event, with the fields of its request when the event is `created` and the request still exists. */
type BatchRow = EventPosition & (SearchedRow | { readonly id: null });

/**
 * Creates the search rows of requests that were submitted since the last call. Resolves when no events are left, when
 * another process does the work, or when the signal is aborted.
 */
export function indexNewRequests(pool: Pool, signal: AbortSignal): Promise<void> {
  return inBatches(() => indexNextEvents(pool), signal);
}

/**
 * Makes the search rows of earlier forms anew, the newest first. Resolves when no such rows are left that another
 * process does not work on, or when the signal is aborted.
 */
export function renewSearchRows(pool: Pool, signal: AbortSignal): Promise<void> {
  return inBatches(() => inTransaction(pool, renewBatch), signal);
}

async function inBatches(doBatch: () => Promise<number>, signal: AbortSignal): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    const done = await doBatch();
    if (done < batchSize || signal.aborted) return;
    await pause(restMs(performance.now() - startedAt, done), signal);
  }
}

/** Returns the milliseconds to pause after a batch. */
export function restMs(tookMs: number, done: number): number {
  return Math.max(0, Math.min(tookMs * restShare, (done * 1000) / leastPerSecond - tookMs));
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
}

/** Creates the search rows of the next 500 events. Resolves with their number: 0 if another process is at work. */
export function indexNextEvents(pool: Pool): Promise<number> {
  return inTransaction(pool, indexBatch);
}

async function indexBatch(client: PoolClient): Promise<number> {
  const { rows: batch } = await client.query<BatchRow>(readBatchText);
  const last = batch.at(-1);
  if (last === undefined) return 0;
  const rows = await searchRows(batch.filter((row) => row.id !== null));
  const ids = rows.map((row) => row.request_id);
  await client.query(storeText, [JSON.stringify(rows), ids, last.epoch, last.tx, last.seq]);
  return batch.length;
}

async function renewBatch(client: PoolClient): Promise<number> {
  const { rows: old } = await client.query<SearchedRow>(readOldText);
  if (old.length > 0) await client.query(replaceText, [JSON.stringify(await searchRows(old))]);
  return old.length;
}
