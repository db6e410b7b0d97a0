import type { Pool } from 'pg';
import { whereOf } from './filter-conditions.ts';
import type { RequestFilter, StatusCount, StatusCounts } from './inbox.ts';
import { type Comparison, conditionsOf, type SearchConditions, whereMatching } from './search-condition.ts';
import { type RequestStatus, requestStatuses } from './statuses.ts';

/** Counts are exact up to here. */
const mostCounted = 10_000;
/** Of a status, on a large table: to compare a row with a search costs fifty times what it costs to count it. */
const mostCompared = 1000;

interface CountRow {
  readonly status: RequestStatus;
  readonly count: number;
  /** Whether there are more rows than were gone through. */
  readonly is_more: boolean;
}

/** Requests by status, under all other conditions of the filter. */
export async function countByStatus(pool: Pool, filter: RequestFilter): Promise<StatusCounts> {
  const conditions = await conditionsOf(pool, { ...filter, status: undefined });
  const { rows } = await pool.query<CountRow>(textOf(conditions), conditions.values);
  const counts = new Map(rows.map((row) => [row.status, shown(row)]));
  return Object.fromEntries(requestStatuses.map((status) => [status, counts.get(status) ?? 0])) as StatusCounts;
}

function shown({ count, is_more: isMore }: CountRow): StatusCount {
  if (count > mostCounted) return `${mostCounted}+`;
  return isMore ? `${count}+` : count;
}

function textOf(conditions: SearchConditions): string {
  const { comparison } = conditions;
  if (conditions.isIndexed) return countAll(conditions);
  return comparison?.isLarge ? countCompared(conditions, comparison) : countEach(conditions);
}

/** Rows that an index finds whatever their status is are gone through once. */
function countAll(conditions: SearchConditions): string {
  return `
    select r.status, count(*)::int as count, false as is_more
    from submitted_commission_requests r ${whereMatching(conditions)} group by r.status`;
}

/** Each status has an index of its own to be counted in, and a plan that goes by how frequent the status is. */
function countEach(conditions: SearchConditions): string {
  const counts = requestStatuses.map((status) => {
    const where = whereMatching(conditions, `r.status = '${status}'`);
    return `
    select '${status}' as status, count(*)::int as count, false as is_more
    from (select from submitted_commission_requests r ${where} limit ${mostCounted + 1}) found`;
  });
  return counts.join(' union all ');
}

/** Among the newest of each status. */
function countCompared({ sql, values }: SearchConditions, comparison: Comparison): string {
  const counts = requestStatuses.map((status) => {
    const where = whereOf({ values, sql: [...sql, `r.status = '${status}'`] });
    return `
    select '${status}' as status, count(*) filter (where place <= ${mostCompared} and is_match)::int as count,
      count(*) > ${mostCompared} as is_more
    from (
      select row_number() over () as place, ${comparison.sql} as is_match
      from (
        select r.id from submitted_commission_requests r ${where} order by r.id desc limit ${mostCompared + 1}
      ) r
    ) compared`;
  });
  return counts.join(' union all ');
}
