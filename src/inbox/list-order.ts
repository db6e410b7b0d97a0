import { decodeCursor, encodeCursor, isTime, isUuid } from './cursor.ts';
import { type Conditions, parameter } from './filter-conditions.ts';
import type { RequestSort } from './inbox.ts';

/** One order of the list: a stretch of rows that an index has in this order. */
export interface Stretch {
  /** Which rows are in it. */
  readonly condition: string | null;
  /** What its rows are ordered by before the identifier; null for the identifier alone. */
  readonly key: string | null;
  readonly direction: 'asc' | 'desc';
}

/** Rows of one stretch come before those of the next: those without a due date come last, for example. */
export const stretches: Readonly<Record<RequestSort, readonly Stretch[]>> = {
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
};

/** Behind which row a page begins. */
export interface ListPosition {
  readonly stretch: number;
  readonly key: string | null;
  readonly id: string;
}

export function encodePosition(sort: RequestSort, { stretch, key, id }: ListPosition): string {
  return encodeCursor(sort, [String(stretch), key, id]);
}

/** Null for what is no cursor of this order. */
export function decodePosition(sort: RequestSort, text: string): ListPosition | null {
  const parts = decodeCursor(text, sort, 3);
  if (parts === null) return null;
  const [number, key = null, id] = parts;
  const stretch = stretches[sort][Number(number)];
  if (stretch === undefined || !isUuid(id) || (stretch.key === null) !== (key === null)) return null;
  if (key !== null && !(keyPattern.test(key) && isTime(key))) return null;
  return { stretch: Number(number), key, id };
}

/** A date, or an instant in PostgreSQL's own form. */
const keyPattern = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?\+00)?$/;

/** `order by` of a stretch. */
export function orderOf({ key, direction }: Stretch): string {
  return key === null ? `order by r.id ${direction}` : `order by ${key} ${direction}, r.id ${direction}`;
}

/** Adds what a page behind the position asks of its rows. */
export function addPosition(conditions: Conditions, { key, direction }: Stretch, position: ListPosition): string {
  const comparison = direction === 'asc' ? '>' : '<';
  const id = parameter(conditions, position.id);
  if (key === null) return `r.id ${comparison} ${id}::uuid`;
  const type = key === 'r.due_on' ? 'date' : 'timestamptz';
  return `(${key}, r.id) ${comparison} (${parameter(conditions, position.key)}::${type}, ${id}::uuid)`;
}
