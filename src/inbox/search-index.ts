import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { requestNumberOf } from '../submission/request-number.ts';
import { settledEvents } from './event-feed.ts';
import type { EventPosition } from './event-position.ts';
import { searchGrams, searchText } from './search-text.ts';

/**
 * How long it rests behind a full batch, as a share of the time that the batch took: a flood of submissions comes first, and is
 * found a little later.
 */
const restShare = 2;

/** Events that one transaction takes. */
const batchEvents = 500;

// Whoever holds the row does the work; others have nothing to do meanwhile.
const lockText = 'select epoch, tx::text as tx, seq::text as seq from request_search_progress for update skip locked';

const eventsText = `
  select e.epoch, e.tx::text as tx, e.seq::text as seq, e.kind, e.request_id from request_events e
  where (e.epoch, e.tx, e.seq) > ($1::int, $2::xid8, $3::bigint) and ${settledEvents}
  order by e.epoch, e.tx, e.seq limit ${batchEvents}`;

const textsText = `
  select r.id, r.customer_name, r.customer_email, r.customer_socials, r.message,
    array(select f.original_file from commission_request_files f where f.request_id = r.id order by f.position) as files
  from submitted_commission_requests r where r.id = any($1::uuid[])`;

// A request that is erased meanwhile gets no row: the one that is locked is still there.
const insertText = `
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

/**
 * Makes the search rows of requests that have come since the last call. Resolves when none is left, or another
 * process is at it.
 */
export async function indexNewRequests(pool: Pool, signal: AbortSignal): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    const taken = await inTransaction(pool, indexBatch);
    if (taken < batchEvents || signal.aborted) return;
    await pause((performance.now() - startedAt) * restShare, signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
}

/** Resolves with the number of events taken. */
async function indexBatch(client: PoolClient): Promise<number> {
  const [progress] = (await client.query<EventPosition>(lockText)).rows;
  if (progress === undefined) return 0;
  type Event = EventPosition & { readonly kind: string; readonly request_id: string };
  const { rows: events } = await client.query<Event>(eventsText, [progress.epoch, progress.tx, progress.seq]);
  const last = events.at(-1);
  if (last === undefined) return 0;
  const ids = events.filter(({ kind }) => kind === 'created').map((event) => event.request_id);
  if (ids.length > 0) await insertRows(client, ids);
  const advance = 'update request_search_progress set epoch = $1, tx = $2::xid8, seq = $3::bigint';
  await client.query(advance, [last.epoch, last.tx, last.seq]);
  return events.length;
}

async function insertRows(client: PoolClient, ids: readonly string[]): Promise<void> {
  const { rows: requests } = await client.query<SearchedRow>(textsText, [ids]);
  const rows = [];
  for (const request of requests) {
    rows.push(searchRow(request));
    // A long text takes milliseconds: submissions of the same process go on between two.
    await setImmediate();
  }
  await client.query(insertText, [JSON.stringify(rows), ids]);
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
  return { request_id: row.id, text, grams: searchGrams(text) };
}
