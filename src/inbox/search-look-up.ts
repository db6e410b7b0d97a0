import type { Pool, PoolClient } from 'pg';
import { idEndingOf, requestNumberOf } from '../submission/request-number.ts';
import { type SearchTerm, searchBucket, searchTerm } from './search-text.ts';
import { createSharedCalls } from './shared-calls.ts';
import type { RequestStatus } from './statuses.ts';

/** How the requests of a search are found. */
export type Search =
  /** It is too short: no request is. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'found'; readonly requests: FoundRequests }
  /** So many of the newest ones have it that they are met soon by whoever compares one after the other. */
  | { readonly kind: 'frequent'; readonly pattern: string; readonly isLarge: boolean }
  | ScatteredSearch;

/** Identifiers by status. */
type FoundRequests = ReadonlyMap<RequestStatus, readonly string[]>;

/** Many have it, and few of the newest: the index finds them week by week. */
interface ScatteredSearch {
  readonly kind: 'scattered';
  readonly term: SearchTerm;
  /** Whether a filter that leaves few requests is better compared row by row. */
  readonly isAmongNewest: boolean;
  /** Null for a history of decades, which a clock that was wrong makes too. */
  readonly buckets: Buckets | null;
}

export interface Buckets {
  readonly newest: number;
  readonly oldest: number;
}

export type LookUp = (q: string) => Promise<Search>;

/** Requests up to here are looked up by their identifiers. */
const mostCandidates = 10_000;
/** A sample of which more than this is expected is not counted out. */
const mostExpected = 1.5 * mostCandidates;
/** Weeks that a statement goes through one by one. */
const mostBuckets = 2000;
const newestRows = 400;
const sampleBytes = 100 * 8192;
/** Of the newest: what one in twenty has fills a page of the list sooner than the index does. */
const frequentInNewest = 20;
/** On a small table comparing is as good from one in a hundred on, and from one in twenty of all. */
const notableInNewest = 4;
const notableShare = 0.05;
/** Up to here every request may be looked at. */
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
    (select reltuples from pg_class where oid = 'request_search'::regclass) as total,
    (select s.request_id from request_search s order by s.request_id desc limit 1) as newest,
    (select s.request_id from request_search s order by s.request_id limit 1) as oldest`;

// One text for each status: thousands of rows take longer to read than to find.
const candidatesText = `
  with found as materialized (
    select s.request_id from request_search s
    where s.grams @> $1::int[] and s.text like $2 limit ${mostCandidates + 1}
  )
  select r.status, string_agg(r.id::text, ',') as ids, (select count(*)::int from found) as total
  from found join submitted_commission_requests r on r.id = found.request_id group by r.status`;

interface CandidatesRow {
  readonly status: RequestStatus;
  readonly ids: string;
  /** Of all statuses. */
  readonly total: number;
}

/** Weeks that the index looks up at once. */
const groupBuckets = 16;
const groupOfBuckets = Array.from({ length: groupBuckets }, (_, index) => `week.bucket - ${index}`).join(', ');

const newestText = `
  select week.bucket from generate_series($1::int, $2::int, -${groupBuckets}) as week (bucket)
  cross join lateral (
    select from request_search s
    where s.grams @> $3::int[] and s.grams && array[${groupOfBuckets}] and s.text like $4 offset 0
  ) found limit 1`;

interface Sample {
  /** Of the newest requests. */
  readonly found: number;
  /** Of all of them, by pages taken at random. */
  readonly share: number;
  /** Negative while it is not known. */
  readonly total: number;
  readonly newest: string | null;
  readonly oldest: string | null;
}

/** Looks in the search rows. */
export function lookUpIn(client: Pool | PoolClient): LookUp {
  return async (q) => {
    const term = searchTerm(q);
    if (term === null) return { kind: 'nothing' };
    const [sample] = (await client.query<Sample>(sampleText, [term.pattern])).rows;
    if (sample === undefined) throw new Error('A count has one row');
    const { found, share, total } = sample;
    const isLarge = total > smallTableRows;
    const isNotable = found >= notableInNewest || share >= notableShare;
    if (isLarge ? found >= frequentInNewest : isNotable) return { kind: 'frequent', pattern: term.pattern, isLarge };
    const requests = share * total > mostExpected ? null : await candidates(client, term);
    if (requests !== null) return { kind: 'found', requests: union(requests, await numbered(client, q)) };
    const buckets = bucketsOf(sample);
    const isAmongNewest = found >= notableInNewest;
    if (buckets === null || found > 0) return { kind: 'scattered', term, isAmongNewest, buckets };
    return { kind: 'scattered', term, isAmongNewest, buckets: await startingWithHits(client, term, buckets) };
  };
}

/** Without the newest weeks that have none: the list and its counts would look them up one by one. */
async function startingWithHits(client: Pool | PoolClient, term: SearchTerm, { newest, oldest }: Buckets) {
  const values = [newest, oldest, term.weekGrams, term.pattern];
  const [first] = (await client.query<{ bucket: number }>(newestText, values)).rows;
  return { newest: first?.bucket ?? oldest, oldest };
}

function bucketsOf({ newest, oldest }: Sample): Buckets | null {
  if (newest === null || oldest === null) return null;
  const buckets = { newest: searchBucket(newest), oldest: searchBucket(oldest) };
  return buckets.newest - buckets.oldest < mostBuckets ? buckets : null;
}

/**
 * The requests whose number was typed without its hyphen, with blanks, or with letters that look like its digits. Many a word
 * of eight letters reads as a number too: these come besides what the text finds.
 */
async function numbered(client: Pool | PoolClient, q: string): Promise<FoundRequests> {
  const ending = idEndingOf(q);
  if (ending === null) return new Map();
  const number = requestNumberOf(ending);
  const term = searchTerm(number);
  const found = (term && (await candidates(client, term))) ?? new Map<RequestStatus, string[]>();
  // Anybody may have written the number into a message.
  return new Map([...found].map(([status, ids]) => [status, ids.filter((id) => requestNumberOf(id) === number)]));
}

function union(one: FoundRequests, other: FoundRequests): FoundRequests {
  const both = [...one, ...other].map(([status]) => status);
  return new Map(both.map((status) => [status, [...new Set([...idsIn(one, status), ...idsIn(other, status)])]]));
}

function idsIn(found: FoundRequests, status: RequestStatus): readonly string[] {
  return found.get(status) ?? [];
}

/** Null for more than may be looked up by their identifiers. */
async function candidates(client: Pool | PoolClient, { grams, pattern }: SearchTerm): Promise<FoundRequests | null> {
  const { rows } = await client.query<CandidatesRow>(candidatesText, [grams, pattern]);
  if (rows.some(({ total }) => total > mostCandidates)) return null;
  return new Map(rows.map(({ status, ids }) => [status, ids.split(',')]));
}

/**
 * As `lookUpIn`; those who look up the same at once, such as a list and its counts, do so once. Look-ups after `forget` join none
 * that began before.
 */
export function sharedLookUpIn(pool: Pool): { readonly lookUp: LookUp; forget(): void } {
  const shared = createSharedCalls<Search>();
  const lookUp = lookUpIn(pool);
  return { lookUp: (q) => shared.get(q, () => lookUp(q)), forget: () => shared.forget() };
}
