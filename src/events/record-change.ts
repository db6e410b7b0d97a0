import type { Transaction } from '../platform/database/transaction.ts';
import type { OwnersEventKind } from './event-kinds.ts';
import type { Actor } from './events.ts';

const insertText = 'insert into request_events (actor_kind, actor_id, kind, "from", "to") values ($1, $2, $3, $4, $5)';

/** Both are facts for the owners, as JSON, without secrets and without addresses of people. */
interface Change {
  readonly kind: OwnersEventKind;
  /** Null for a new thing. */
  readonly from: object | null;
  /** Null for a removed thing. */
  readonly to: object | null;
}

/** Records a change of how the studio works in the transaction that makes it. */
export async function recordChange(transaction: Transaction, actor: Actor, { kind, from, to }: Change): Promise<void> {
  await transaction.query(insertText, [actor.kind, actor.id, kind, from, to]);
}
