import type { AttemptView, DeliveryView } from './deliveries.ts';
import type { CancelCause, ChannelKind, DeliveryState, DeliveryType, Facts } from './delivery.ts';
import type { Result } from './sender.ts';
import type { TryCause } from './try-cause.ts';

/** What a `DeliveryView` is made of, of `deliveries d` and `delivery_channels c`. */
export const deliveryColumns = `
  d.id, d.channel_id, c.name as channel_name, c.kind as channel_kind, d.request_id, d.type, d.facts, d.state, d.cancel_cause,
  d.created_at, to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_at,
  d.due_at, d.finished_at, d.attempt, d.resend_of,
  d.request_id is not null
    and not exists (select from submitted_commission_requests r where r.id = d.request_id) as request_gone`;

export interface DeliveryRow {
  readonly id: string;
  readonly channel_id: string;
  readonly channel_name: string;
  readonly channel_kind: ChannelKind;
  readonly request_id: string | null;
  readonly type: DeliveryType;
  readonly facts: Facts | null;
  readonly state: DeliveryState;
  readonly cancel_cause: CancelCause | null;
  readonly created_at: Date;
  /** To the microsecond. */
  readonly cursor_at: string;
  readonly due_at: Date | null;
  readonly finished_at: Date | null;
  readonly attempt: number;
  readonly resend_of: string | null;
  readonly request_gone: boolean;
}

export interface AttemptRow {
  readonly number: number;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly result: Result | 'lost';
  readonly status: number | null;
  readonly cause: TryCause | null;
  readonly detail: string | null;
  readonly response: string | null;
}

export function deliveryOf(row: DeliveryRow): DeliveryView {
  return {
    id: row.id,
    channel: { id: row.channel_id, name: row.channel_name, kind: row.channel_kind },
    requestId: row.request_id,
    requestGone: row.request_gone,
    type: row.type,
    facts: row.facts,
    state: row.state,
    cancelCause: row.cancel_cause,
    createdAt: row.created_at,
    dueAt: row.due_at,
    finishedAt: row.finished_at,
    attempts: row.attempt,
    resendOf: row.resend_of,
  };
}

export function attemptOf({ started_at: startedAt, ended_at, ...attempt }: AttemptRow): AttemptView {
  return { ...attempt, startedAt, durationMs: ended_at.getTime() - startedAt.getTime() };
}
