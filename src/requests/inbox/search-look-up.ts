import type { Pool, PoolClient } from 'pg';
import { isUuid } from '../../events/cursor.ts';
import type { RequestStatus } from '../../events/statuses.ts';
import { idEndingOf, requestNumberOf } from '../../intake/submission/request-number.ts';
import { foldedText } from '../../platform/language/folded-text.ts';
import { inRowForm } from './exact-grams.ts';
import { createSharedCalls } from './repeated-queries.ts';
import { type SearchTerm, searchTerm } from './search-text.ts';

/** How the requests that match a search text are found. */
export type Search =
  /** The search text has too few characters, so the search finds no requests. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'found'; readonly requests: FoundRequests }
  /** So many of the newest requests match that comparing one after the other fills a page. */
  | { readonly kind: 'frequent'; readonly pattern: string; readonly isLarge: boolean }
  /** Very many requests match, but few of the newest. The statement itself finds them by the index. */
  | { readonly kind: 'indexed'; readonly term: SearchTerm };

/** The identifiers of requests by status. */
type FoundRequests = ReadonlyMap<RequestStatus, readonly string[]>;

export type LookUp = (q: string) => Promise<Search>;

/** Up to this number of matches, requests are looked up by their identifiers. */
const mostCandidates = 10_000;
/** When the sample predicts more matches than this, their identifiers are not queried at all. */
const mostExpected = 1.5 * mostCandidates;
const newestRows = 400;
const sampleBytes = 100 * 8192;
/** From this number of matches in the newest rows (one in twenty), comparing fills a page faster than the index. */
const frequentInNewest = 20;
/** On a small table, comparing is as fast from one match in a hundred newest rows on, or in twenty of all rows. */
const notableInNewest = 4;
const notableShare = 0.05;
/** Maximum rows of a small table, on which a statement may read every request. */
const smallTableRows = 50_000;

const sampleText = `
  select
    (select count(*)::int from (
       select s.text from request_search s order by s.request_id desc limit ${newestRows}
     ) newest where newest.text like $1) as found,
    (select count(*) filter (where s.text like $1)::float / greatest(count(*), 1)
     from request_search s tablesample system (
       (select 100.0 * ${sampleBytes} / greatest(${sampleBytes}, pg_relation_size('request_search')))
     ) repeatable (1)) as share,
    (select reltuples from pg_class where oid = 'request_search'::regclass) as total`;

// One text of identifiers for each status, because reading thousands of rows takes longer than finding them.
const candidatesText = `
  with found as materialized (
    select s.request_id from request_search s
    where s.grams @> $1::int[] and s.text like $2 limit ${mostCandidates + 1}
  )
  select r.status, string_agg(r.id::text, ',') as ids, (select count(*)::int from found) as total
  from found join listed_requests r on r.id = found.request_id group by r.status`;

interface CandidatesRow {
  readonly status: RequestStatus;
  readonly ids: string;
  /** The number of matches of all statuses. */
  readonly total: number;
}

interface Sample {
  /** The number of matches among the newest requests. */
  readonly found: number;
  /** The share of matches in all rows, estimated from a sample of pages. */
  readonly share: number;
  /** PostgreSQL's estimate of the number of rows. Negative while the table has not been analyzed. */
  readonly total: number;
}

/** Returns a look-up that queries the search rows. */
export function lookUpIn(client: Pool | PoolClient): LookUp {
  return async (q) => {
    const term = searchTerm(inRowForm(q));
    if (term === null) return { kind: 'nothing' };
    const [sample] = (await client.query<Sample>(sampleText, [term.pattern])).rows;
    if (sample === undefined) throw new Error('A count has one row');
    const { found, share, total } = sample;
    const isLarge = total > smallTableRows;
    const isNotable = found >= notableInNewest || share >= notableShare;
    const isFrequent = isLarge ? found >= frequentInNewest : isNotable;
    const frequent: Search = { kind: 'frequent', pattern: term.pattern, isLarge };
    const areMany = share * total > mostExpected;
    // On a large table the newest requests alone may match, and comparing would go on to the oldest to fill a page.
    if (isFrequent && (areMany || !isLarge)) return frequent;
    const requests = areMany ? null : await candidates(client, term);
    if (requests !== null) return { kind: 'found', requests: union(requests, await identified(client, q)) };
    return isFrequent ? frequent : { kind: 'indexed', term };
  };
}

/** Held requests are few, so the statement itself finds them by the index. */
export const lookUpHeld: LookUp = async (q) => {
  const term = searchTerm(inRowForm(q));
  return term === null ? { kind: 'nothing' } : { kind: 'indexed', term };
};

/**
 * Returns the request with this id, or the requests whose number was typed without its hyphen, with blanks, or with
 * letters that look like its digits. Many words of eight letters also read as a number, so these requests are added to
 * those that match the text.
 */
async function identified(client: Pool | PoolClient, q: string): Promise<FoundRequests> {
  const typed = foldedText(q).trim();
  const id = isUuid(typed) ? typed : null;
  const ending = id ?? idEndingOf(typed);
  if (ending === null) return new Map();
  const number = requestNumberOf(ending);
  const isMeant = (other: string) => (id === null ? requestNumberOf(other) === number : other === id);
  const term = searchTerm(number);
  const found = (term && (await candidates(client, term))) ?? new Map<RequestStatus, string[]>();
  // The number may also occur in the message of another request.
  return new Map([...found].map(([status, ids]) => [status, ids.filter(isMeant)]));
}

function union(one: FoundRequests, other: FoundRequests): FoundRequests {
  const both = [...one, ...other].map(([status]) => status);
  return new Map(both.map((status) => [status, [...new Set([...idsIn(one, status), ...idsIn(other, status)])]]));
}

function idsIn(found: FoundRequests, status: RequestStatus): readonly string[] {
  return found.get(status) ?? [];
}

/** Returns the requests that match, or null when they are more than `mostCandidates`. */
async function candidates(client: Pool | PoolClient, { grams, pattern }: SearchTerm): Promise<FoundRequests | null> {
  const { rows } = await client.query<CandidatesRow>(candidatesText, [grams, pattern]);
  if (rows.some(({ total }) => total > mostCandidates)) return null;
  return new Map(rows.map(({ status, ids }) => [status, ids.split(',')]));
}

/**
 * Returns a look-up like that of `lookUpIn`. Concurrent look-ups of the same text, such as those of a list and its
 * counts, share one result. Look-ups after `forget` do not join any that began before.
 */
export function sharedLookUpIn(pool: Pool): { readonly lookUp: LookUp; forget(): void } {
  const shared = createSharedCalls<Search>();
  const lookUp = lookUpIn(pool);
  return { lookUp: (q) => shared.get(q, () => lookUp(q)), forget: () => shared.forget() };
}
