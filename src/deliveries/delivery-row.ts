import type { DeliveryView } from './deliveries.ts';

/** The columns of a `DeliveryRow`, for a query on `deliveries d` and `delivery_channels c`. */
export const deliveryColumns = `
  d.id, json_build_object('id', c.id, 'name', c.name, 'kind', c.kind) as channel, d.request_id as "requestId",
  d.request_id is not null
    and not exists (select from submitted_commission_requests r where r.id = d.request_id) as "requestGone",
  d.type, d.facts, d.state, d.cancel_cause as "cancelCause", d.created_at as "createdAt", d.due_at as "dueAt",
  d.finished_at as "finishedAt", d.attempt as attempts, d.resend_of as "resendOf",
  to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "cursorAt"`;

export interface DeliveryRow extends DeliveryView {
  /** The time of creation to the microsecond. */
  readonly cursorAt: string;
}

export function deliveryOf({ cursorAt: _, ...delivery }: DeliveryRow): DeliveryView {
  return delivery;
}
