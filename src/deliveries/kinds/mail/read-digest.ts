import type { Pool } from 'pg';
import { z } from 'zod';
import { listedColumns, listedRequestsOf } from '../../../requests/facets/read-requests.ts';
import type { ListedRequest, RequestRow } from '../../../requests/facets/registry.ts';
import { createStudioHistory } from '../../../studio/revisions/studio-history.ts';
import type { DispatchedRequest } from '../../ledger/delivery.ts';
import { digestedRequests } from '../../ledger/ledger-clauses.ts';

/** The requests of a digest. */
export interface Digest {
  readonly count: number;
  /** At most the first 50 requests. */
  readonly requests: readonly DigestRequest[];
}

export type DigestRequest = Pick<
  DispatchedRequest,
  'id' | 'customerName' | 'chosen' | 'estimate' | 'dueOn' | 'fileNames'
>;

const mostListed = 50;

// The row locks wait for a running erasure, which handles only the digests in its snapshot, not newer ones.
const idsText = `
  with listed as (
    select r.id, e.epoch, e.tx, e.seq, count(*) over ()::int as count ${digestedRequests('$1::jsonb')}
    order by e.epoch, e.tx, e.seq limit ${mostListed}
  )
  select r.id, listed.count from listed join commission_requests r on r.id = listed.id
  order by listed.epoch, listed.tx, listed.seq for key share of r`;

const requestsText = `
  select ${listedColumns} from submitted_commission_requests r
  where r.id = any($1::uuid[]) order by array_position($1::uuid[], r.id)`;

const digits = z.string().regex(/^\d{1,20}$/);
const position = z.object({ epoch: z.int(), tx: digits, seq: digits });
const digestFacts = z.object({ after: position, upTo: position });

/** A position in the feed of events. */
export type Position = z.infer<typeof position>;

export function createDigestReader(pool: Pool) {
  const history = createStudioHistory();
  return async (facts: unknown): Promise<Digest> => {
    type Row = { readonly id: string; readonly count: number };
    const found = (await pool.query<Row>(idsText, [JSON.stringify(digestFacts.parse(facts))])).rows;
    const { rows } = await pool.query<RequestRow>(requestsText, [found.map(({ id }) => id)]);
    const requests = await listedRequestsOf(pool, history, rows);
    return { count: found[0]?.count ?? 0, requests: requests.map(digestRequestOf) };
  };
}

function digestRequestOf(request: ListedRequest): DigestRequest {
  const { id, customerName, chosen = null, estimate = null, dueOn, files } = request;
  return { id, customerName, chosen, estimate, dueOn, fileNames: files.map(({ name }) => name) };
}
