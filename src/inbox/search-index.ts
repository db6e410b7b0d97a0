import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { requestNumberOf } from '../submission/request-number.ts';
import { settledEvents } from './event-pages.ts';
import type { EventPosition } from './event-row.ts';
import { searchBucket, searchGrams, searchText } from './search-text.ts';

/** The pause after a full batch, as a multiple of its duration. It leaves capacity for a burst of submissions. */
const restShare = 4;
/** Pauses keep at least this rate, so that submissions at half of it are searchable within seconds under load. */
const leastPerSecond = 250;

/** Maximum events of one transaction. */
const batchEvents = 500;

/** Milliseconds of work after which indexing yields to the event loop, for submissions of the same process. */
const sliceMs = 2;

// The process that locks the progress row does the work. Other processes skip the locked row and so find no events.
const readBatchText = `
  with progress as materialized (
    select epoch, tx, seq from request_search_progress for update skip locked
  ), batch as materialized (
    select e.epoch, e.tx, e.seq, e.kind, e.request_id from request_events e
    where (e.epoch, e.tx, e.seq)
      > ((select epoch from progress), (select tx from progress), (select seq from progress)) and ${settledEvents}
    order by e.epoch, e.tx, e.seq limit ${batchEvents}
  )
  select batch.epoch, batch.tx::text as tx, batch.seq::text as seq,
    r.id, r.customer_name, r.customer_email, r.customer_socials, r.message,
    array(select f.original_file from commission_request_files f where f.request_id = r.id order by f.position) as files
  from batch left join submitted_commission_requests r on batch.kind = 'created' and r.id = batch.request_id
  order by batch.epoch, batch.tx, batch.seq`;

// The key-share lock finds only requests that still exist. A request erased since it was read gets no search row.
const storeText = `
  with moved as (
    update request_search_progress set epoch = $3, tx = $4::xid8, seq = $5::bigint
  )
  insert into request_search (request_id, text, grams)
  select row.request_id, row.text, row.grams
  from json_to_recordset($1) as row (request_id uuid, text text, grams int[])
  join (select id from commission_requests where id = any($2::uuid[]) order by id for key share) as found
    on found.id = row.request_id
  on conflict (request_id) do nothing`;

interface SearchedRow {
  readonly id: string;
  readonly customer_name: string;
  readonly customer_email: string;
  readonly customer_socials: string | null;
  readonly message: string;
  readonly files: readonly string[];
}

/** An event, with the fields of its request when the event is `created` and the request still exists. */
type BatchRow = EventPosition & (SearchedRow | { readonly id: null });

/**
 * Creates the search rows of requests that were submitted since the last call. Resolves when no events are left, when
 * another process does the work, or when the signal is aborted.
 */
export async function indexNewRequests(pool: Pool, signal: AbortSignal): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    const events = await indexNextEvents(pool);
    if (events < batchEvents || signal.aborted) return;
    await pause(restMs(performance.now() - startedAt, events), signal);
  }
}

/** Returns the milliseconds to pause after a batch. */
export function restMs(tookMs: number, events: number): number {
  return Math.max(0, Math.min(tookMs * restShare, (events * 1000) / leastPerSecond - tookMs));
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

async function searchRows(requests: readonly SearchedRow[]) {
  const rows = [];
  let sliceEndsAt = performance.now() + sliceMs;
  for (const request of requests) {
    rows.push(searchRow(request));
    if (performance.now() < sliceEndsAt) continue;
    await setImmediate();
    sliceEndsAt = performance.now() + sliceMs;
  }
  return rows;
}

function searchRow(row: SearchedRow) {
  const fields = [
    requestNumberOf(row.id),
    row.customer_name,
    row.customer_email,
    row.customer_socials ?? '',
    row.message,
    ...row.files,
  ];
  const text = fields.map(searchText).join('\n');
  return { request_id: row.id, text, grams: [...searchGrams(text), searchBucket(row.id)] };
}
