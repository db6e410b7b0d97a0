import { type Conditions, indexedTypes, isIndexedType, parameter, whereOf } from './filter-conditions.ts';
import type { RequestFilter } from './inbox.ts';
import { addPosition, type ListPosition, orderOf, type Stretch } from './list-order.ts';
import { requestColumns } from './request-row.ts';
import { comparisonWith, type IdStretch, type SearchConditions, whereMatching } from './search-condition.ts';
import type { Buckets } from './search-look-up.ts';
import { bucketBits, type SearchTerm } from './search-text.ts';
import { statusRangesOf } from './status-ranges.ts';
import { requestStatuses } from './statuses.ts';

/** A part of a list: rows of one stretch. */
export interface ListPart {
  readonly filter: RequestFilter;
  readonly stretch: Stretch;
  /** Behind which row it begins; null for the beginning. */
  readonly position: ListPosition | null;
  readonly limit: number;
}

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Reads the part; of the requests of a search by what that has found. */
export function partStatement(part: ListPart, conditions: SearchConditions): Statement {
  const { search } = conditions;
  if (search === null && isByRanges(part)) return byRanges(part);
  if (search?.kind !== 'scattered') return inOrder(part, conditions, whereMatching);
  const { term, buckets, isAmongNewest } = search;
  if (buckets === null) return inOrder(part, conditions, whereMatching);
  const isCompared = part.stretch.key !== null || (isAmongNewest && part.filter.status !== undefined);
  if (isCompared) return inOrder(part, conditions, whereComparing(term));
  return byBuckets(part, conditions, { term, buckets });
}

/** Null for a part that goes by another column too. */
export function idStretchOf({ stretch: { key, condition, direction }, position, limit }: ListPart): IdStretch | null {
  return key === null && condition === null ? { direction, behind: position?.id ?? null, limit } : null;
}

type Where = (conditions: SearchConditions, ...more: readonly string[]) => string;

function whereComparing(term: SearchTerm): Where {
  return ({ values, sql }, ...more) => {
    const comparison = comparisonWith(parameter({ values, sql }, term.pattern));
    return whereOf({ values, sql: [...sql, ...more, comparison] });
  };
}

/** Goes through the rows in the order of the list until the part is full. */
function inOrder({ stretch, position, limit }: ListPart, conditions: SearchConditions, where: Where): Statement {
  const { values } = conditions;
  const more = stretch.condition === null ? [] : [stretch.condition];
  if (position !== null) more.push(addPosition(conditions, stretch, position));
  const text = `
    select ${requestColumns}, ${sortKeyOf(stretch)} as "sortKey" from submitted_commission_requests r
    ${where(conditions, ...more)} ${orderOf(stretch)} limit ${parameter(conditions, limit)}`;
  return { text, values };
}

function sortKeyOf({ key }: Stretch): string {
  if (key === null) return 'null::text';
  // In a form of its own, whatever time zone the session has.
  return key === 'r.changed_at'
    ? `to_char(${key} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'`
    : `${key}::text`;
}

/** Requests that are few among those of their time, where each status, or each status of a type, has its own in order. */
function isByRanges({ filter, stretch }: ListPart): boolean {
  if (stretch.key !== null || stretch.condition !== null || filter.id !== undefined) return false;
  const isOfSeveral = (filter.status?.length ?? 0) > 1;
  return isOfSeveral || filter.unread === true || filter.type !== undefined || filter.label !== undefined;
}

function byRanges({ filter, stretch: { direction }, position, limit }: ListPart): Statement {
  const { type, ...others } = filter;
  // The types of a label's requests are looked at one by one.
  const isOfTypes = type !== undefined && type.length > 1 && filter.label === undefined;
  const ranges = statusRangesOf(isOfTypes ? others : filter);
  const { values, from, id } = ranges;
  const statuses = parameter(ranges, filter.status ?? requestStatuses);
  // One relation for each status, or for each status of each type.
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
 * Week by week, in the order of the list. A week's rows are put in order before one after the other is compared, until the
 * page is full: hence `offset 0`.
 */
function byBuckets(
  { filter, stretch: { direction, condition }, position, limit }: ListPart,
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

/** From whichever side the planner takes for the smaller: a rare status leaves few requests of a week. */
function joinedWeek(week: string, { values, sql }: Conditions, direction: Stretch['direction']): string {
  const ofWeek = [`r.id >= ${firstIdOfWeek('week.bucket')}`, `r.id < ${firstIdOfWeek('week.bucket + 1')}`];
  return `(
        select r.id from (${week} offset 0) s cross join submitted_commission_requests r
        ${whereOf({ values, sql: [...sql, ...ofWeek] })} order by r.id ${direction} offset 0
      ) r`;
}

/** No identifier of this week is less. */
function firstIdOfWeek(bucket: string): string {
  return `rpad(lpad(to_hex((${bucket})::bigint << ${bucketBits}), 12, '0'), 32, '0')::uuid`;
}

/** One by one: the planner takes a week for a hundred times as many rows, and would join them with half of the primary key. */
function lookedUpWeek(week: string, conditions: Conditions, direction: Stretch['direction']): string {
  return `(
        select s.request_id from (${week} offset 0) s order by s.request_id ${direction} offset 0
      ) s cross join lateral (
        select r.id from submitted_commission_requests r ${whereOf(conditions)} offset 0
      ) r`;
}

/** The weeks in the order of a list, as `week.bucket`. */
export function weeksOf(conditions: Conditions, { newest, oldest }: Buckets, direction: Stretch['direction']): string {
  const bounds = direction === 'desc' ? [newest, oldest, -1] : [oldest, newest, 1];
  const [first, last, step] = bounds.map((bound) => parameter(conditions, bound));
  return `generate_series(${first}::int, ${last}::int, ${step}::int) as week (bucket)`;
}

/** What the index finds in the week of `week.bucket`: all that have the term, and few others. */
export function weekText(conditions: Conditions, { weekGrams }: SearchTerm): string {
  const all = parameter(conditions, weekGrams);
  return `select s.request_id, s.text from request_search s where s.grams @> (${all}::int[] || week.bucket)`;
}

function behind(id: string, direction: Stretch['direction'], parameterOfId: string): string {
  return `${id} ${direction === 'asc' ? '>' : '<'} ${parameterOfId}::uuid`;
}

/** The columns of the requests of a page. */
function rowsOf(page: string, direction: Stretch['direction']): string {
  return `
    with page as materialized (${page})
    select ${requestColumns}, null::text as "sortKey" from page
    join submitted_commission_requests r on r.id = page.id order by r.id ${direction}`;
}
