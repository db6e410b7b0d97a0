import type { Pool } from 'pg';
import { type RequestStatus, requestStatuses } from '../../events/statuses.ts';
import { parameter, type StatusRanges, statusRangesOf, whereOf } from './filter-conditions.ts';
import type { Statement } from './list-pages.ts';
import { createRecentSet } from './repeated-queries.ts';
import type { RequestFilter } from './request-filter-shape.ts';
import type { StatusCount, StatusCounts } from './request-shape.ts';
import { comparisonWith, conditionsOf, type SearchConditions, whereMatching } from './search-condition.ts';
import type { LookUp } from './search-look-up.ts';
import type { SearchTerm } from './search-text.ts';

/** The highest exact count. */
const mostCounted = 10_000;
const cappedCount: StatusCount = `${mostCounted}+`;
/** For this long a count beyond `mostCounted` is not repeated, because a few requests rarely change it. */
const keptMs = 10_000;
/** Maximum compared rows of a status on a large table. Comparing a row costs fifty times as much as counting it. */
const mostCompared = 100;

type Found = readonly [RequestStatus, StatusCount];

interface CountRow {
  readonly status: RequestStatus;
  readonly count: number;
  /** Whether there are more rows than the statement read. */
  readonly is_more: boolean;
}

/** Counts requests by status, under all other conditions of the filter. */
type StatusCounter = (filter: RequestFilter) => Promise<StatusCounts>;

export function createStatusCounter(pool: Pool, lookUp: LookUp): StatusCounter {
  const beyond = createRecentSet(keptMs);

  async function count({ text, values }: Statement): Promise<Found[]> {
    const { rows } = await pool.query<CountRow>(text, values);
    return rows.map((row) => [row.status, shown(row)]);
  }

  /** Counts each status in a subquery of its own, which has an index and a plan for the frequency of that status. */
  async function countEach(ranges: StatusRanges, filter: RequestFilter): Promise<StatusCounts> {
    const keyOf = (status: RequestStatus) => JSON.stringify([status, filter]);
    const asked = requestStatuses.filter((status) => !beyond.has(keyOf(status)));
    const known = requestStatuses.filter((status) => !asked.includes(status));
    const found = asked.length === 0 ? [] : await count(eachStatement(ranges, asked));
    for (const [status, shownCount] of found) if (shownCount === cappedCount) beyond.add(keyOf(status));
    return countsOf([...found, ...known.map((status): Found => [status, cappedCount])]);
  }

  return async ({ status: _, ...filter }) => {
    if (filter.q === undefined && filter.id === undefined) return countEach(statusRangesOf(filter), filter);
    const conditions = await conditionsOf(lookUp, filter);
    const { search } = conditions;
    const isSearchAlone = Object.values(filter).filter((value) => value !== undefined).length === 1;
    if (search?.kind === 'found' && isSearchAlone) {
      return countsOf([...search.requests].map(([status, ids]) => [status, ids.length]));
    }
    if (search?.kind === 'frequent' && !search.isLarge) {
      return countEach(comparedOf(conditions, search.pattern), filter);
    }
    return countsOf(await count(searchStatement(conditions)));
  };
}

function countsOf(found: readonly Found[]): StatusCounts {
  const counts = new Map(found);
  return Object.fromEntries(requestStatuses.map((status) => [status, counts.get(status) ?? 0])) as StatusCounts;
}

function shown({ count, is_more: isMore }: CountRow): StatusCount {
  if (count > mostCounted) return cappedCount;
  return isMore ? `${count}+` : count;
}

function searchStatement(conditions: SearchConditions): Statement {
  const { search } = conditions;
  if (search?.kind === 'frequent') return countCompared(conditions, search.pattern);
  return search?.kind === 'indexed' ? countIndexed(conditions, search.term) : countAll(conditions);
}

/** Counts all statuses in one pass, because the search finds rows whatever their status. */
function countAll(conditions: SearchConditions): Statement {
  const text = `
    select r.status, count(*)::int as count, false as is_more
    from ${conditions.from} ${whereMatching(conditions)} group by r.status`;
  return { text, values: conditions.values };
}

function eachStatement(
  { values, sql, from, status: column }: StatusRanges,
  statuses: readonly RequestStatus[],
): Statement {
  const counts = statuses.map((status) => {
    const where = whereOf({ values, sql: [`${column} = '${status}'`, ...sql] });
    return `
    select '${status}' as status, count(*)::int as count, false as is_more
    from (select from ${from} ${where} limit ${mostCounted + 1}) found`;
  });
  return { text: counts.join(' union all '), values };
}

function comparedOf(conditions: SearchConditions, pattern: string): StatusRanges {
  const comparison = comparisonWith(parameter(conditions, pattern));
  return { ...conditions, sql: [...conditions.sql, comparison], status: 'r.status', id: 'r.id' };
}

/** Counts matches among the newest requests of each status. */
function countCompared(conditions: SearchConditions, pattern: string): Statement {
  const { from, sql, values } = conditions;
  const comparison = comparisonWith(parameter(conditions, pattern));
  const counts = requestStatuses.map((status) => {
    const where = whereOf({ values, sql: [...sql, `r.status = '${status}'`] });
    return `
    select '${status}' as status, count(*) filter (where position <= ${mostCompared} and is_match)::int as count,
      count(*) > ${mostCompared} as is_more
    from (
      select row_number() over () as position, ${comparison} as is_match
      from (
        select r.id from ${from} ${where} order by r.id desc limit ${mostCompared + 1}
      ) r
    ) compared`;
  });
  return { text: counts.join(' union all '), values };
}

/** Counts among the first requests that the index finds. */
function countIndexed(conditions: SearchConditions, { grams, pattern }: SearchTerm): Statement {
  const { from, values, sql } = conditions;
  const [all, like] = [parameter(conditions, grams), parameter(conditions, pattern)];
  const text = `
    with found as materialized (
      select s.request_id from request_search s where s.grams @> ${all}::int[] and s.text like ${like} limit ${mostCounted + 1}
    ), matching as materialized (
      select r.status from found join ${from} on r.id = found.request_id
      ${whereOf({ values, sql })}
    )
    select wanted.status, (select count(*)::int from matching where matching.status = wanted.status) as count,
      (select count(*) > ${mostCounted} from found) as is_more
    from unnest(${parameter(conditions, requestStatuses)}::text[]) as wanted (status)`;
  return { text, values };
}
