import { type FilterConditions, filterConditions, parameter, whereOf } from './filter-conditions.ts';
import type { RequestFilter } from './request-filter-shape.ts';
import { type LookUp, lookUpHeld, type Search } from './search-look-up.ts';

/** Identifiers beyond the limit, because some found requests may have been erased or changed since the look-up. */
const idsBeyondPage = 50;

/** The conditions of a filter. `sql` lacks a `frequent` or `indexed` search. */
export interface SearchConditions extends FilterConditions {
  /** Null when the filter has no search. */
  readonly search: Search | null;
}

/** A segment of requests in the order of their identifiers. */
export interface IdSegment {
  readonly direction: 'asc' | 'desc';
  /** The identifier after which the segment begins, or null for the first requests. */
  readonly behind: string | null;
  readonly limit: number;
}

/** Returns the conditions of the filter. `segment`: the part to read, or null for all requests of the filter. */
export async function conditionsOf(
  lookUp: LookUp,
  filter: RequestFilter,
  segment: IdSegment | null = null,
): Promise<SearchConditions> {
  const search = filter.q === undefined ? null : await (filter.held === true ? lookUpHeld : lookUp)(filter.q);
  const { from, values, sql } = filterConditions(filter);
  // A search text that is too short finds no requests.
  if (search?.kind === 'nothing') return { from, values, sql: [...sql, 'false'], search };
  if (search?.kind !== 'found') return { from, values, sql, search };
  const ids = (filter.status ?? [...search.requests.keys()]).flatMap((status) => search.requests.get(status) ?? []);
  const isFiltered = sql.length > (filter.status === undefined ? 0 : 1);
  const wanted = segment === null || isFiltered ? ids : idsOf(segment, ids);
  return { from, values, sql: [...sql, `r.id = any(${parameter({ values, sql }, wanted)}::uuid[])`], search };
}

/** Returns the identifiers of the segment. PostgreSQL needs longer to read thousands than to find a page. */
function idsOf({ direction, behind, limit }: IdSegment, ids: readonly string[]): readonly string[] {
  const sorted = ids.toSorted();
  const inOrder = direction === 'asc' ? sorted : sorted.reverse();
  const first = behind === null ? 0 : inOrder.findIndex((id) => (direction === 'asc' ? id > behind : id < behind));
  return first < 0 ? [] : inOrder.slice(first, first + limit + idsBeyondPage);
}

/** Returns the `where` clause of all conditions. */
export function whereMatching(conditions: SearchConditions, ...more: readonly string[]): string {
  const { values, sql } = conditions;
  return whereOf({ values, sql: [...sql, ...unresolvedSearchSql(conditions), ...more] });
}

function unresolvedSearchSql(conditions: SearchConditions): readonly string[] {
  const { search } = conditions;
  if (search?.kind === 'frequent') return [comparisonWith(parameter(conditions, search.pattern))];
  if (search?.kind !== 'indexed') return [];
  const { grams, pattern } = search.term;
  const [all, like] = [parameter(conditions, grams), parameter(conditions, pattern)];
  return [`r.id in (select s.request_id from request_search s where s.grams @> ${all}::int[] and s.text like ${like})`];
}

/**
 * Returns a condition that compares row by row. A scalar subquery is evaluated for each row in turn, whereas `exists`
 * could become a join that reads every row first.
 */
export function comparisonWith(pattern: string): string {
  return `(select s.text like ${pattern} from request_search s where s.request_id = r.id)`;
}
