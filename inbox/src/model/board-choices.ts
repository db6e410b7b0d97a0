import { requestStatuses } from '../../../src/events/statuses.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { createStoredCell } from '../cells/cell.ts';
import { type BoardOrder, boardOrders } from './card-comparison.ts';

/** The chosen order. Stored in this browser. */
export const boardOrder = createStoredCell<BoardOrder>(
  'inbox-board-order',
  'due',
  (value) => boardOrders.find((order) => order === value) ?? null,
);

/** The arranged requests of all columns, each before those below it. The service does not store this order. */
export const arranged = createStoredCell<readonly string[]>('inbox-board-hand', [], (value) =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : null,
);

const maxArranged = 1000;

/** Puts a request before another of a column, or last. @param column The ids of the column, in their order. */
export function arrange(column: readonly string[], id: string, before: string | null): void {
  const others = column.filter((one) => one !== id);
  const at = before === null ? others.length : others.indexOf(before);
  const ordered = [...others.slice(0, at), id, ...others.slice(at)];
  const rest = arranged.value.filter((one) => !ordered.includes(one));
  arranged.set([...ordered, ...rest].slice(0, maxArranged));
}

const firstFolded: readonly RequestStatus[] = ['DECLINED', 'CANCELLED', 'SPAM'];

/** The columns of the board that are folded to a strip. Stored in this browser. */
export const folded = createStoredCell<readonly RequestStatus[]>('inbox-board-folded', firstFolded, (value) =>
  Array.isArray(value) ? requestStatuses.filter((status) => value.includes(status)) : null,
);

export function toggleFold(status: RequestStatus): void {
  const others = folded.value.filter((one) => one !== status);
  folded.set(others.length < folded.value.length ? others : [...others, status]);
}
