import { type Conditions, filterConditions, parameter, whereOf } from './filter-conditions.ts';
import type { RequestFilter } from './inbox.ts';
import type { LookUp, Search } from './search-look-up.ts';

/** All conditions of a filter but for a search that many requests have: there are several ways to meet that. */
export interface SearchConditions extends Conditions {
  /** Null without one. */
  readonly search: Search | null;
}

export async function conditionsOf(lookUp: LookUp, filter: RequestFilter): Promise<SearchConditions> {
  const search = filter.q === undefined ? null : await lookUp(filter.q);
  const { values, sql } = filterConditions(filter);
  return { values, sql: [...sql, ...foundSql(search, filter, { values, sql })], search };
}

function foundSql(search: Search | null, filter: RequestFilter, conditions: Conditions): readonly string[] {
  // What is too short to search for is in no request.
  if (search?.kind === 'nothing') return ['false'];
  if (search?.kind !== 'found') return [];
  const ids = (filter.status ?? [...search.requests.keys()]).flatMap((status) => search.requests.get(status) ?? []);
  return [`r.id = any(${parameter(conditions, ids)}::uuid[])`];
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
