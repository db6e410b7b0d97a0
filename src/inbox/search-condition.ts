import type { Pool, PoolClient } from 'pg';
import { type Conditions, filterConditions, parameter, whereOf } from './filter-conditions.ts';
import type { RequestFilter } from './inbox.ts';
import { type SearchTerm, searchTerm } from './search-text.ts';

/** Requests up to here are looked up by their identifiers. */
const mostCandidates = 10_000;
const newestRows = 1000;
const sampleBytes = 150 * 8192;
/** What one in a hundred of the newest requests has fills a page of the list soon. */
const frequentInNewest = 10;
/** What one in twenty of all requests has is too much for the index, wherever it is. */
const frequentShare = 0.05;
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
    (select reltuples from pg_class where oid = 'request_search'::regclass) <= ${smallTableRows} as is_small`;

const candidatesText = `
  select s.request_id from request_search s
  where s.grams @> $1::int[] and s.text like $2 limit ${mostCandidates + 1}`;

/** With a search. */
export interface SearchConditions extends Conditions {
  /** Whether an index finds the rows, whatever their status is. */
  readonly isIndexed: boolean;
  /** Of a term that so many rows have that they are found by comparing one after the other; it is not in `sql`. */
  readonly comparison: Comparison | null;
}

export interface Comparison {
  readonly sql: string;
  /** Whether the table is too large to compare all that a count could be about. */
  readonly isLarge: boolean;
}

/** All conditions of a filter, its search included. What is too short to search for is in no request. */
export async function conditionsOf(client: Pool | PoolClient, filter: RequestFilter): Promise<SearchConditions> {
  const conditions = filterConditions(filter);
  const isIndexed = filter.label !== undefined || filter.id !== undefined;
  if (filter.q === undefined) return { ...conditions, isIndexed, comparison: null };
  const term = searchTerm(filter.q);
  if (term === null) return { sql: ['false'], values: [], isIndexed: true, comparison: null };
  const sample = await sampled(client, term);
  if (sample.found >= frequentInNewest || sample.share >= frequentShare) {
    const comparison = { sql: comparisonWith(parameter(conditions, term.pattern)), isLarge: !sample.is_small };
    return { ...conditions, isIndexed: false, comparison };
  }
  const search = await searchByIndex(client, conditions, term);
  return { values: conditions.values, sql: [...conditions.sql, search], isIndexed: true, comparison: null };
}

/** All of it, the comparison too. */
export function whereMatching({ sql, values, comparison }: SearchConditions, ...more: readonly string[]): string {
  return whereOf({ values, sql: [...sql, ...(comparison === null ? [] : [comparison.sql]), ...more] });
}

interface Sample {
  /** Of the newest requests. */
  readonly found: number;
  /** Of all of them, by pages taken at random. */
  readonly share: number;
  readonly is_small: boolean;
}

async function sampled(client: Pool | PoolClient, { pattern }: SearchTerm): Promise<Sample> {
  const [sample] = (await client.query<Sample>(sampleText, [pattern])).rows;
  if (sample === undefined) throw new Error('A count has one row');
  return sample;
}

/**
 * What many of the newest requests have is met soon by whoever goes through them in order: the index would bring all of
 * them first. A scalar subquery is evaluated row by row; `exists` could become a join that reads every row first.
 */
function comparisonWith(pattern: string): string {
  return `(select s.text like ${pattern} from request_search s where s.request_id = r.id)`;
}

async function searchByIndex(
  client: Pool | PoolClient,
  conditions: Conditions,
  { grams, pattern }: SearchTerm,
): Promise<string> {
  const { rows } = await client.query<{ request_id: string }>(candidatesText, [grams, pattern]);
  if (rows.length <= mostCandidates) {
    const ids = rows.map((row) => row.request_id);
    return `r.id = any(${parameter(conditions, ids)}::uuid[])`;
  }
  const [all, like] = [parameter(conditions, grams), parameter(conditions, pattern)];
  return `r.id in (select s.request_id from request_search s where s.grams @> ${all}::int[] and s.text like ${like})`;
}
