import type { EventActor, EventKind, RequestEvent } from './events.ts';

/** What a `RequestEvent` is made of, of `request_events e` and its joins. */
export const eventColumns = `
  e.epoch, e.tx::text as tx, e.seq::text as seq, e.at, e.request_id, e.kind, e."from", e."to",
  e.actor_kind, e.actor_id, coalesce(actor_operator.name, actor_token.name) as actor_name`;

export const eventJoins = `
  left join operators actor_operator on e.actor_kind = 'operator' and actor_operator.id = e.actor_id
  left join api_tokens actor_token on e.actor_kind = 'token' and actor_token.id = e.actor_id`;

export interface EventRow {
  readonly epoch: number;
  readonly tx: string;
  readonly seq: string;
  readonly at: Date;
  readonly request_id: string | null;
  readonly kind: EventKind;
  readonly from: unknown;
  readonly to: unknown;
  readonly actor_kind: EventActor['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string | null;
}

export function eventOf(row: EventRow): RequestEvent {
  return {
    seq: Number(row.seq),
    at: row.at,
    requestId: row.request_id,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    kind: row.kind,
    from: row.from,
    to: row.to,
  };
}
