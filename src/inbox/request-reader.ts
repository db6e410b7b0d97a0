import type { Pool } from 'pg';
import { type EventRow, eventColumns, eventJoins, eventOf } from './event-row.ts';
import { parameter } from './filter-conditions.ts';
import type { InboxRequest, RequestQuery, RequestReader } from './inbox.ts';
import {
  addPosition,
  decodePosition,
  encodePosition,
  type ListPosition,
  orderOf,
  type Stretch,
  stretches,
} from './list-order.ts';
import { timeLimited } from './query-timeout.ts';
import { inboxRequestOf, type RequestRow, requestColumns } from './request-row.ts';
import { conditionsOf, whereMatching } from './search-condition.ts';
import { countByStatus } from './status-counts.ts';

const labelsText = `
  select distinct label collate "C" as label
  from (
    select r.labels from submitted_commission_requests r
    where r.labels <> '{}' and r.changed_at is not null order by r.changed_at desc limit 10000
  ) labelled, unnest(labels) as label
  order by 1 limit 1000`;

type ListRow = RequestRow & { readonly sort_key: string | null };

/** Reads the view of submitted requests in PostgreSQL. */
export function createRequestReader(pool: Pool): RequestReader {
  async function page(query: RequestQuery, start: ListPosition | null): Promise<ListRow[]> {
    const rows: ListRow[] = [];
    const order = stretches[query.sort];
    for (const [index, stretch] of order.entries()) {
      if (start !== null && index < start.stretch) continue;
      const position = start?.stretch === index ? start : null;
      rows.push(...(await stretchRows(query, stretch, position, query.limit + 1 - rows.length)));
      if (rows.length > query.limit) break;
    }
    return rows;
  }

  async function stretchRows(
    { filter }: RequestQuery,
    stretch: Stretch,
    position: ListPosition | null,
    limit: number,
  ): Promise<ListRow[]> {
    const conditions = await conditionsOf(pool, filter);
    const more = stretch.condition === null ? [] : [stretch.condition];
    if (position !== null) more.push(addPosition(conditions, stretch, position));
    const text = `
      select ${requestColumns}, ${sortKeyOf(stretch)} as sort_key from submitted_commission_requests r
      ${whereMatching(conditions, ...more)} ${orderOf(stretch)} limit ${parameter(conditions, limit)}`;
    return (await pool.query<ListRow>(text, conditions.values)).rows;
  }

  return {
    list: (query) =>
      timeLimited(async () => {
        const position = query.cursor === null ? null : decodePosition(query.sort, query.cursor);
        if (query.cursor !== null && position === null) return null;
        const rows = await page(query, position);
        const items = rows.slice(0, query.limit);
        const last = items.at(-1);
        const isMore = rows.length > query.limit;
        return { items: items.map(inboxRequestOf), next: isMore && last ? positionAfter(query, last) : null };
      }),
    counts: (filter) => timeLimited(() => countByStatus(pool, filter)),
    find: (id) => timeLimited(() => findRequest(pool, id)),
    labels: () =>
      timeLimited(async () => (await pool.query<{ label: string }>(labelsText)).rows.map(({ label }) => label)),
    events: (id) =>
      timeLimited(async () => {
        if ((await findRequest(pool, id)) === null) return null;
        const text = `
          select ${eventColumns} from request_events e ${eventJoins} where e.request_id = $1 order by e.at, e.seq`;
        return (await pool.query<EventRow>(text, [id])).rows.map(eventOf);
      }),
  };
}

function positionAfter({ sort }: RequestQuery, { id, sort_key: key }: ListRow): string {
  const order = stretches[sort];
  const stretch = order.findIndex((one) => (one.key === null) === (key === null));
  return encodePosition(sort, { stretch, key, id });
}

function sortKeyOf({ key }: Stretch): string {
  if (key === null) return 'null::text';
  // In a form of its own, whatever time zone the session has.
  return key === 'r.changed_at'
    ? `to_char(${key} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'`
    : `${key}::text`;
}

async function findRequest(pool: Pool, id: string): Promise<InboxRequest | null> {
  const text = `select ${requestColumns} from submitted_commission_requests r where r.id = $1`;
  const [row] = (await pool.query<RequestRow>({ name: 'inbox-request', text, values: [id] })).rows;
  return row ? inboxRequestOf(row) : null;
}
