import { decodeCursor, encodeCursor } from './cursor.ts';
import { entryJoins, eventValue } from './entry-clauses.ts';
import type { RequestEvent } from './event-shape.ts';

/** The actor of a row `e` with `actor_kind` and `actor_id`, with `actorJoins`. */
export const actorColumn = `
  json_build_object(
    'kind', e.actor_kind, 'id', e.actor_id, 'name', coalesce(actor_operator.name, actor_token.name)
  ) as actor`;

export const actorJoins = `
  left join operators actor_operator on e.actor_kind = 'operator' and actor_operator.id = e.actor_id
  left join api_tokens actor_token on e.actor_kind = 'token' and actor_token.id = e.actor_id`;

/** The columns of an `EventRow`, from `request_events e` and `eventJoins`. */
export const eventColumns = `
  e.epoch, e.tx::text as tx, e.seq::text as seq, e.at, e.request_id as "requestId", ${actorColumn},
  e.kind, ${eventValue('from')}, ${eventValue('to')}`;

export const eventJoins = `${entryJoins} ${actorJoins}`;

export type EventRow = EventPosition & Omit<RequestEvent, 'seq'>;

export function eventOf({ epoch, tx, seq, ...event }: EventRow): RequestEvent {
  return { seq: Number(seq), ...event };
}

/** A position in the order of all events. */
export interface EventPosition {
  readonly epoch: number;
  readonly tx: string;
  readonly seq: string;
}

export function positionCursor(purpose: string, { epoch, tx, seq }: EventPosition): string {
  return encodeCursor(purpose, [String(epoch), tx, seq]);
}

/** Returns null when the text is not a cursor of this purpose. */
export function positionOf(cursor: string, purpose: string): EventPosition | null {
  const parts = decodeCursor(cursor, purpose, 3);
  if (parts === null || !parts.every((part) => /^\d{1,18}$/.test(part ?? ''))) return null;
  const [epoch = '', tx = '', seq = ''] = parts as readonly string[];
  return Number(epoch) > 2 ** 31 - 1 ? null : { epoch: Number(epoch), tx, seq };
}
