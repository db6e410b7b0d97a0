import { type Conditions, filterConditions, parameter, whereOf } from './filter-conditions.ts';
import type { RequestFilter } from './inbox.ts';
import type { LookUp, Search } from './search-look-up.ts';

/** Of those that were found some may have been erased, or changed, since. */
const spareIds = 50;

/** All conditions of a filter but for a search that many requests have: there are several ways to meet that. */
export interface SearchConditions extends Conditions {
  /** Null without one. */
  readonly search: Search | null;
}

/** Requests that are wanted in the order of their identifiers. */
export interface IdStretch {
  readonly direction: 'asc' | 'desc';
  /** Behind which one; null for the first ones. */
  readonly behind: string | null;
  readonly limit: number;
}

/** @param stretch null for all of the filter */
export async function conditionsOf(
  lookUp: LookUp,
  filter: RequestFilter,
  stretch: IdStretch | null = null,
): Promise<SearchConditions> {
  const search = filter.q === undefined ? null : await lookUp(filter.q);
  const { values, sql } = filterConditions(filter);
  // What is too short to search for is in no request.
  if (search?.kind === 'nothing') return { values, sql: [...sql, 'false'], search };
  if (search?.kind !== 'found') return { values, sql, search };
  const ids = (filter.status ?? [...search.requests.keys()]).flatMap((status) => search.requests.get(status) ?? []);
  const isFiltered = sql.length > (filter.status === undefined ? 0 : 1);
  const wanted = stretch === null || isFiltered ? ids : idsOf(stretch, ids);
  return { values, sql: [...sql, `r.id = any(${parameter({ values, sql }, wanted)}::uuid[])`], search };
}

/** PostgreSQL takes longer to read thousands of identifiers than to find a page by its own. */
function idsOf({ direction, behind, limit }: IdStretch, ids: readonly string[]): readonly string[] {
  const sorted = ids.toSorted();
  const inOrder = direction === 'asc' ? sorted : sorted.reverse();
  const first = behind === null ? 0 : inOrder.findIndex((id) => (direction === 'asc' ? id > behind : id < behind));
  return first < 0 ? [] : inOrder.slice(first, first + limit + spareIds);
}

/** All of them, in the way that suits who wants every row. */
export function whereMatching(conditions: SearchConditions, ...more: readonly string[]): string {
  const { values, sql } = conditions;
  return whereOf({ values, sql: [...sql, ...manySql(conditions), ...more] });
}

function manySql(conditions: SearchConditions): readonly string[] {
  const { search } = conditions;
  if (search?.kind === 'frequent') return [comparisonWith(parameter(conditions, search.pattern))];
  if (search?.kind !== 'scattered') return [];
  const { grams, pattern } = search.term;
  const [all, like] = [parameter(conditions, grams), parameter(conditions, pattern)];
  return [`r.id in (select s.request_id from request_search s where s.grams @> ${all}::int[] and s.text like ${like})`];
}

/**
 * Compares row by row. A scalar subquery is evaluated for each row as it comes; `exists` could become a join that reads every
 * row first.
 */
export function comparisonWith(pattern: string): string {
  return `(select s.text like ${pattern} from request_search s where s.request_id = r.id)`;
}
