import { requestStatuses } from '../../events/statuses.ts';
import { listedColumns } from '../facets/read-requests.ts';
import { indexedTypes, isIndexedType, parameter, statusRangesOf, whereOf } from './filter-conditions.ts';
import { addPosition, type ListPosition, orderOf, type SortSegment } from './list-order.ts';
import type { RequestFilter } from './request-filter-shape.ts';
import { comparisonWith, type IdSegment, type SearchConditions, whereMatching } from './search-condition.ts';
import type { SearchTerm } from './search-text.ts';

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

/** Returns the statement that reads the part. */
export function partStatement(part: ListPart, conditions: SearchConditions): Statement {
  const { search } = conditions;
  if (search === null && isByRanges(part)) return byRanges(part);
  if (search?.kind === 'indexed' && part.segment.key === null) return byIndex(part, conditions, search.term);
  return inOrder(part, conditions);
}

/** Returns null when the part is sorted or restricted by another column than the identifier. */
export function idStretchOf({ segment: { key, condition, direction }, position, limit }: ListPart): IdSegment | null {
  return key === null && condition === null ? { direction, behind: position?.id ?? null, limit } : null;
}

/** Reads the rows in the order of the list until the part is full. */
function inOrder({ segment, position, limit }: ListPart, conditions: SearchConditions): Statement {
  const { values } = conditions;
  const more = segment.condition === null ? [] : [segment.condition];
  if (position !== null) more.push(addPosition(conditions, segment, position));
  const text = `
    select ${listedColumns}, ${sortKeyOf(segment)} as "sortKey" from ${conditions.from}
    ${whereMatching(conditions, ...more)} ${orderOf(segment)} limit ${parameter(conditions, limit)}`;
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
 * Sorts the hits of the index, then looks up and compares one after the other until the part is full: reading the texts of
 * all takes four times as long. `offset 0` keeps the planner, which expects few hits, from another order.
 */
function byIndex(
  { segment: { direction, condition }, position, limit }: ListPart,
  conditions: SearchConditions,
  { grams, pattern }: SearchTerm,
): Statement {
  const { values } = conditions;
  const sql = ['r.id = s.request_id', ...conditions.sql, ...(condition === null ? [] : [condition])];
  if (position !== null) sql.push(behind('r.id', direction, parameter(conditions, position.id)));
  const page = `
    select r.id from (
      select s.request_id from request_search s where s.grams @> ${parameter(conditions, grams)}::int[]
      order by s.request_id ${direction} offset 0
    ) s cross join lateral (select r.id from ${conditions.from} ${whereOf({ values, sql })} offset 0) r
    where ${comparisonWith(parameter(conditions, pattern))} limit ${parameter(conditions, limit)}`;
  return { text: rowsOf(page, direction), values };
}

function behind(id: string, direction: SortSegment['direction'], parameterOfId: string): string {
  return `${id} ${direction === 'asc' ? '>' : '<'} ${parameterOfId}::uuid`;
}

/** Selects the columns of the requests of a page. */
function rowsOf(page: string, direction: SortSegment['direction']): string {
  return `
    with page as materialized (${page})
    select ${listedColumns}, null::text as "sortKey" from page
    join submitted_commission_requests r on r.id = page.id order by r.id ${direction}`;
}
