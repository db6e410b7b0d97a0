import type { InboxRequest } from '../api/shapes.ts';
import { createStoredCell } from '../cells/stored-cell.ts';

/** Orders of the cards in a column: the earliest due date first, or as somebody has arranged them in this browser. */
export const boardOrders = ['due', 'hand'] as const;
export type BoardOrder = (typeof boardOrders)[number];

export const boardOrder = createStoredCell<BoardOrder>(
  'inbox-board-order',
  'due',
  (value) => boardOrders.find((order) => order === value) ?? null,
);

/** The arranged requests of all columns, each before those below it. The service has no place for this order. */
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

type Compared = Pick<InboxRequest, 'id' | 'dueOn'>;

/** Returns a comparison for `sort`. What no order tells apart is newest first. */
export function comparisonOf(order: BoardOrder, hand: readonly string[]): (one: Compared, other: Compared) => number {
  const places = new Map(hand.map((id, place) => [id, place]));
  // A request that nobody has arranged comes first, where it is seen.
  const byHand = (one: Compared, other: Compared) => (places.get(one.id) ?? -1) - (places.get(other.id) ?? -1);
  const first = order === 'hand' ? byHand : byDue;
  // A UUIDv7 begins with its creation time.
  return (one, other) => first(one, other) || (one.id < other.id ? 1 : -1);
}

function byDue({ dueOn: one }: Compared, { dueOn: other }: Compared): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}
