import type { InboxRequest } from '../api/shapes.ts';

/** Orders of the cards in a column: the earliest due date first, or as arranged in this browser in this browser. */
export const boardOrders = ['due', 'hand'] as const;
export type BoardOrder = (typeof boardOrders)[number];

type Compared = Pick<InboxRequest, 'id' | 'dueOn'>;

/** Returns a comparison for `sort`. Among equals the newest is first. */
export function comparisonOf(order: BoardOrder, hand: readonly string[]): (one: Compared, other: Compared) => number {
  const positions = new Map(hand.map((id, position) => [id, position]));
  // A request without a position comes first, where people notice it.
  const byHand = (one: Compared, other: Compared) => (positions.get(one.id) ?? -1) - (positions.get(other.id) ?? -1);
  const first = order === 'hand' ? byHand : byDue;
  // A UUIDv7 begins with its creation time.
  return (one, other) => first(one, other) || (one.id < other.id ? 1 : -1);
}

function byDue({ dueOn: one }: Compared, { dueOn: other }: Compared): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}
