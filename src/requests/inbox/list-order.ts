import { decodeCursor, encodeCursor, isTime, isUuid } from '../../events/cursor.ts';
import { type Conditions, parameter } from './filter-conditions.ts';
import type { RequestSort } from './inbox.ts';

/** A segment of rows of a list that an index has in the order of the list. */
export interface SortSegment {
  /** The SQL condition of the rows, or null for all rows. */
  readonly condition: string | null;
  /** The column that rows are sorted by before the identifier, or null for the identifier alone. */
  readonly key: string | null;
  readonly direction: 'asc' | 'desc';
}

const priceValue = 'price_value(r.price)';

/** The columns that hold numbers. */
const numbers: readonly (string | null)[] = ['r.rank', priceValue];

/** The segments of each sort, in the order of the list. Requests without a due date come last, for example. */
export const segmentsOfSort: Readonly<Record<RequestSort, readonly SortSegment[]>> = {
  newest: [{ condition: null, key: null, direction: 'desc' }],
  oldest: [{ condition: null, key: null, direction: 'asc' }],
  due: [
    { condition: 'r.due_on is not null', key: 'r.due_on', direction: 'asc' },
    { condition: 'r.due_on is null', key: null, direction: 'desc' },
  ],
  changed: [
    { condition: 'r.changed_at is not null', key: 'r.changed_at', direction: 'desc' },
    { condition: 'r.changed_at is null', key: null, direction: 'desc' },
  ],
  rank: [
    { condition: "r.status = 'WAITLISTED' and r.rank is not null", key: 'r.rank', direction: 'asc' },
    { condition: "(r.status <> 'WAITLISTED' or r.rank is null)", key: null, direction: 'desc' },
  ],
  price: [
    { condition: 'r.price is not null', key: priceValue, direction: 'desc' },
    { condition: 'r.price is null', key: null, direction: 'desc' },
  ],
};

/** The row after which a page begins. */
export interface ListPosition {
  readonly segment: number;
  readonly key: string | null;
  readonly id: string;
}

export function encodePosition(sort: RequestSort, { segment, key, id }: ListPosition): string {
  return encodeCursor(sort, [String(segment), key, id]);
}

/** Returns null when the text is not a cursor of this sort. */
export function decodePosition(sort: RequestSort, text: string): ListPosition | null {
  const parts = decodeCursor(text, sort, 3);
  if (parts === null) return null;
  const [number, key = null, id] = parts;
  const segment = segmentsOfSort[sort][Number(number)];
  if (segment === undefined || !isUuid(id) || (segment.key === null) !== (key === null)) return null;
  if (key !== null && !isKey(segment, key)) return null;
  return { segment: Number(number), key, id };
}

function isKey({ key: column }: SortSegment, key: string): boolean {
  if (numbers.includes(column)) return /^-?\d{1,17}(?:\.\d{1,17})?(?:e[+-]\d{1,3})?$/.test(key);
  return keyPattern.test(key) && isTime(key);
}

/** A date, or a timestamp in PostgreSQL's format. */
const keyPattern = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?\+00)?$/;

const typesOfKeys: Readonly<Record<string, string>> = {
  'r.due_on': 'date',
  'r.rank': 'float8',
  [priceValue]: 'float8',
};

/** Returns the `order by` clause of a segment. */
export function orderOf({ key, direction }: SortSegment): string {
  return key === null ? `order by r.id ${direction}` : `order by ${key} ${direction}, r.id ${direction}`;
}

/** Returns the condition for rows after the position, and appends its values to `conditions`. */
export function addPosition(conditions: Conditions, { key, direction }: SortSegment, position: ListPosition): string {
  const comparison = direction === 'asc' ? '>' : '<';
  const id = parameter(conditions, position.id);
  if (key === null) return `r.id ${comparison} ${id}::uuid`;
  const type = typesOfKeys[key] ?? 'timestamptz';
  return `(${key}, r.id) ${comparison} (${parameter(conditions, position.key)}::${type}, ${id}::uuid)`;
}
