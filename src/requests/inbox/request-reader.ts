import type { Pool } from 'pg';
import { type EventRow, eventColumns, eventJoins, eventOf } from '../../events/event-row.ts';
import { timeLimited } from '../../events/time-limited.ts';
import type { StoredCommissionForm } from '../../intake/submission/commission-form.ts';
import { createStudioHistory } from '../../studio/revisions/studio-history.ts';
import { listedRequestsOf, moreOf, requestColumns, requestsOf } from '../facets/read-requests.ts';
import type { InboxRequest, RequestRow } from '../facets/registry.ts';
import type { RequestPage, RequestQuery, RequestReader } from './inbox.ts';
import { decodePosition, encodePosition, type ListPosition, segmentsOfSort } from './list-order.ts';
import { idStretchOf, type ListPart, partStatement } from './list-pages.ts';
import { createSharedCalls } from './repeated-queries.ts';
import type { StatusCounts } from './request-shape.ts';
import { countSameCustomer, findSameCustomer } from './requests-of-mailbox.ts';
import { conditionsOf } from './search-condition.ts';
import { sharedLookUpIn } from './search-look-up.ts';
import { createStatusCounter } from './status-counts.ts';

/** Skips from one label to the next, because the table has a row for each request of a label. */
const labelsText = `
  with recursive labels as (
    (select l.label from request_labels l order by l.label limit 1)
    union all
    select (select l.label from request_labels l where l.label > labels.label order by l.label limit 1)
    from labels where labels.label is not null
  )
  select label from (select label from labels where label is not null limit 1000) first order by label collate "C"`;

type ListRow = RequestRow & { readonly sortKey: string | null };

export function createRequestReader(pool: Pool, history = createStudioHistory()): RequestReader {
  const search = sharedLookUpIn(pool);
  // Identical concurrent calls share one query, so that fifty people with the same list cost as much as one.
  const lists = createSharedCalls<RequestPage | null>();
  const counts = createSharedCalls<StatusCounts>();
  const count = createStatusCounter(pool, search.lookUp);

  async function page(query: RequestQuery, start: ListPosition | null): Promise<ListRow[]> {
    const rows: ListRow[] = [];
    const order = segmentsOfSort[query.sort];
    for (const [index, segment] of order.entries()) {
      if (start !== null && index < start.segment) continue;
      const position = start?.segment === index ? start : null;
      const limit = query.limit + 1 - rows.length;
      rows.push(...(await partRows({ filter: query.filter, segment, position, limit })));
      if (rows.length > query.limit) break;
    }
    return rows;
  }

  async function partRows(part: ListPart): Promise<ListRow[]> {
    const { text, values } = partStatement(part, await conditionsOf(search.lookUp, part.filter, idStretchOf(part)));
    return (await pool.query<ListRow>(text, values)).rows;
  }

  async function list(query: RequestQuery): Promise<RequestPage | null> {
    const position = query.cursor === null ? null : decodePosition(query.sort, query.cursor);
    if (query.cursor !== null && position === null) return null;
    const rows = await page(query, position);
    const items = rows.slice(0, query.limit);
    const last = items.at(-1);
    const isMore = rows.length > query.limit;
    return {
      items: await listedRequestsOf(pool, history, items),
      next: isMore && last ? positionAfter(query, last) : null,
    };
  }

  async function findRequest(id: string): Promise<InboxRequest | null> {
    const text = `select ${requestColumns} from submitted_commission_requests r where r.id = $1`;
    const { rows } = await pool.query<RequestRow>({ name: 'inbox-request', text, values: [id] });
    return (await requestsOf(pool, history, rows))[0] ?? null;
  }

  return {
    list: (query) => lists.get(JSON.stringify(query), () => timeLimited(() => list(query))),
    counts: (filter) => {
      const key = JSON.stringify({ ...filter, status: undefined });
      return counts.get(key, () => timeLimited(() => count(filter)));
    },
    refresh() {
      lists.forget();
      counts.forget();
      search.forget();
    },
    find: (id) =>
      timeLimited(async () => {
        const request = await findRequest(id);
        if (request === null) return null;
        const [whole, counted] = await Promise.all([moreOf(pool, request), countSameCustomer(pool, request)]);
        return { ...whole, ...counted };
      }),
    form: (id) =>
      timeLimited(async () => {
        const text = 'select commission_form as form from submitted_commission_requests where id = $1';
        return (await pool.query<{ form: StoredCommissionForm | null }>(text, [id])).rows[0] ?? null;
      }),
    sameCustomer: (id) =>
      timeLimited(async () => {
        const request = await findRequest(id);
        return request && findSameCustomer(pool, history, request);
      }),
    labels: () =>
      timeLimited(async () => (await pool.query<{ label: string }>(labelsText)).rows.map(({ label }) => label)),
    events: (id) =>
      timeLimited(async () => {
        if ((await findRequest(id)) === null) return null;
        const text = `
          select ${eventColumns} from request_events e ${eventJoins} where e.request_id = $1 order by e.at, e.seq`;
        return (await pool.query<EventRow>(text, [id])).rows.map(eventOf);
      }),
  };
}

function positionAfter({ sort }: RequestQuery, { id, sortKey: key }: ListRow): string {
  const order = segmentsOfSort[sort];
  const segment = order.findIndex((one) => (one.key === null) === (key === null));
  return encodePosition(sort, { segment, key, id });
}
