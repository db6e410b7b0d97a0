import { requestStatuses } from '../../customers/events/statuses.ts';
import {
  type Conditions,
  indexedTypes,
  isIndexedType,
  parameter,
  statusRangesOf,
  whereOf,
} from './filter-conditions.ts';
import { addPosition, type ListPosition, orderOf, type SortSegment } from './list-order.ts';
import type { RequestFilter } from './request-filter-shape.ts';
import { requestColumns } from './request-row.ts';
import { comparisonWith, type IdSegment, type SearchConditions, whereMatching } from './search-condition.ts';
import type { Buckets } from './search-look-up.ts';
import { bucketBits, type SearchTerm } from './search-text.ts';

/** The rows of a list that are in one segment. */
export interface ListPart {
  readonly filter: RequestFilter;
  readonly segment: SortSegment;
  /** The row after which the part begins, or null for the beginning of the segment. */
  readonly position: ListPosition | null;
  readonly limit: number;
}

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Returns the statement that reads the part. Its form depends on how the requests of the search are found. */
export function partStatement(part: ListPart, conditions: SearchConditions): Statement {
  const { search } = conditions;
  if (search === null && isByRanges(part)) return byRanges(part);
  if (search?.kind !== 'scattered') return inOrder(part, conditions, whereMatching);
  const { term, buckets, isAmongNewest } = search;
  if (buckets === null) return inOrder(part, conditions, whereMatching);
  const isCompared = part.segment.key !== null || (isAmongNewest && part.filter.status !== undefined);
  if (isCompared) return inOrder(part, conditions, whereComparing(term));
  return byBuckets(part, conditions, { term, buckets });
}

/** Returns null when the part is sorted or restricted by another column than the identifier. */
export function idStretchOf({ segment: { key, condition, direction }, position, limit }: ListPart): IdSegment | null {
  return key === null && condition === null ? { direction, behind: position?.id ?? null, limit } : null;
}

type Where = (conditions: SearchConditions, ...more: readonly string[]) => string;

function whereComparing(term: SearchTerm): Where {
  return ({ values, sql }, ...more) => {
    const comparison = comparisonWith(parameter({ values, sql }, term.pattern));
    return whereOf({ values, sql: [...sql, ...more, comparison] });
  };
}

/** Reads the rows in the order of the list until the part is full. */
function inOrder({ segment, position, limit }: ListPart, conditions: SearchConditions, where: Where): Statement {
  const { values } = conditions;
  const more = segment.condition === null ? [] : [segment.condition];
  if (position !== null) more.push(addPosition(conditions, segment, position));
  const text = `
    select ${requestColumns}, ${sortKeyOf(segment)} as "sortKey" from submitted_commission_requests r
    ${where(conditions, ...more)} ${orderOf(segment)} limit ${parameter(conditions, limit)}`;
  return { text, values };
}

function sortKeyOf({ key }: SortSegment): string {
  if (key === null) return 'null::text';
  // A fixed format, independent of the time zone of the session.
  return key === 'r.changed_at'
    ? `to_char(${key} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'`
    : `${key}::text`;
}

/** True when the filter may leave few of all requests, and an index has them in order for each status or its types. */
function isByRanges({ filter, segment }: ListPart): boolean {
  if (segment.key !== null || segment.condition !== null || filter.id !== undefined) return false;
  const isOfSeveral = (filter.status?.length ?? 0) > 1;
  return isOfSeveral || filter.unread === true || filter.type !== undefined || filter.label !== undefined;
}

function byRanges({ filter, segment: { direction }, position, limit }: ListPart): Statement {
  const { type, ...others } = filter;
  // With a label, its requests are read by status and their types are compared row by row.
  const isOfTypes = type !== undefined && type.length > 1 && filter.label === undefined;
  const ranges = statusRangesOf(isOfTypes ? others : filter);
  const { values, from, id } = ranges;
  const statuses = parameter(ranges, filter.status ?? requestStatuses);
  // The lateral subquery runs once for each status, or for each status of each type.
  const wanted = `unnest(${statuses}::text[]) as wanted (status)`;
  const types = isOfTypes ? ` cross join unnest(${parameter(ranges, type)}::text[]) as of (type)` : '';
  const more = [`${ranges.status} = wanted.status`];
  if (isOfTypes) more.push('r.type_id = of.type');
  if (isOfTypes && type.every(isIndexedType)) more.push(indexedTypes);
  if (position !== null) more.push(behind(id, direction, parameter(ranges, position.id)));
  const most = parameter(ranges, limit);
  const where = whereOf({ values, sql: [...ranges.sql, ...more] });
  const page = `
    select found.id from ${wanted}${types}
    cross join lateral (select ${id} as id from ${from} ${where} order by ${id} ${direction} limit ${most}) found
    order by found.id ${direction} limit ${most}`;
  return { text: rowsOf(page, direction), values };
}

/**
 * Reads week by week, in the order of the list. `offset 0` makes PostgreSQL sort the rows of a week before it compares
 * them one by one, so that it stops when the page is full.
 */
function byBuckets(
  { filter, segment: { direction, condition }, position, limit }: ListPart,
  conditions: SearchConditions,
  { term, buckets }: { readonly term: SearchTerm; readonly buckets: Buckets },
): Statement {
  const { values } = conditions;
  const more = [...conditions.sql, ...(condition === null ? [] : [condition])];
  if (position !== null) more.push(behind('r.id', direction, parameter(conditions, position.id)));
  const weeks = weeksOf(conditions, buckets, direction);
  const week = weekText(conditions, term);
  const sql = ['r.id = s.request_id', ...more];
  const rows = (filter.status === undefined ? lookedUpWeek : joinedWeek)(week, { values, sql }, direction);
  const most = parameter(conditions, limit);
  const page = `
    select found.id from ${weeks}
    cross join lateral (
      select r.id from ${rows} where ${comparisonWith(parameter(conditions, term.pattern))} limit ${most}
    ) found limit ${most}`;
  return { text: rowsOf(page, direction), values };
}

/** Joins the search rows and requests of a week. The planner starts with the requests if a rare status leaves few. */
function joinedWeek(week: string, { values, sql }: Conditions, direction: SortSegment['direction']): string {
  const ofWeek = [`r.id >= ${firstIdOfWeek('week.bucket')}`, `r.id < ${firstIdOfWeek('week.bucket + 1')}`];
  return `(
        select r.id from (${week} offset 0) s cross join submitted_commission_requests r
        ${whereOf({ values, sql: [...sql, ...ofWeek] })} order by r.id ${direction} offset 0
      ) r`;
}

/** Returns the least possible identifier of the week. */
function firstIdOfWeek(bucket: string): string {
  return `rpad(lpad(to_hex((${bucket})::bigint << ${bucketBits}), 12, '0'), 32, '0')::uuid`;
}

/** Looks up requests one by one. The planner expects 100 times the rows: a join would scan half of the primary key. */
function lookedUpWeek(week: string, conditions: Conditions, direction: SortSegment['direction']): string {
  return `(
        select s.request_id from (${week} offset 0) s order by s.request_id ${direction} offset 0
      ) s cross join lateral (
        select r.id from submitted_commission_requests r ${whereOf(conditions)} offset 0
      ) r`;
}

/** Returns a relation of the weeks in the order of the list, with the column `week.bucket`. */
export function weeksOf(
  conditions: Conditions,
  { newest, oldest }: Buckets,
  direction: SortSegment['direction'],
): string {
  const bounds = direction === 'desc' ? [newest, oldest, -1] : [oldest, newest, 1];
  const [first, last, step] = bounds.map((bound) => parameter(conditions, bound));
  return `generate_series(${first}::int, ${last}::int, ${step}::int) as week (bucket)`;
}

/** Selects the rows that the index finds in the week `week.bucket`: all that contain the term, and few others. */
export function weekText(conditions: Conditions, { gramsPerWeekLookUp }: SearchTerm): string {
  const all = parameter(conditions, gramsPerWeekLookUp);
  return `select s.request_id, s.text from request_search s where s.grams @> (${all}::int[] || week.bucket)`;
}

function behind(id: string, direction: SortSegment['direction'], parameterOfId: string): string {
  return `${id} ${direction === 'asc' ? '>' : '<'} ${parameterOfId}::uuid`;
}

/** Selects the columns of the requests of a page. */
function rowsOf(page: string, direction: SortSegment['direction']): string {
  return `
    with page as materialized (${page})
    select ${requestColumns}, null::text as "sortKey" from page
    join submitted_commission_requests r on r.id = page.id order by r.id ${direction}`;
}
