import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

interface StoredChannel {
  readonly state?: 'enabled' | 'held' | 'disabled' | 'removed';
  readonly types?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface DeliveryRow {
  readonly id: string;
  readonly channel_id: string;
  readonly request_id: string | null;
  readonly type: string;
  readonly facts: { readonly from: string; readonly to: string } | null;
  readonly state: string;
  readonly cancel_cause: string | null;
  readonly attempt: number;
  /** Seconds until the delivery is due. */
  readonly wait_s: number | null;
}

/** Stores a channel that is never used for sending. */
export async function storeChannel(pool: Pool, { state, types, settings }: StoredChannel = {}): Promise<string> {
  const id = randomUUID();
  await pool.query(
    "insert into delivery_channels (id, kind, name, state, types, settings) values ($1, 'webhook', 'A bot', $2, $3, $4)",
    [id, state ?? 'enabled', types ?? ['request.created', 'request.status_changed', 'request.erased'], settings ?? {}],
  );
  return id;
}

/** Resolves with the deliveries in the order of their creation. */
export async function deliveryRows(pool: Pool): Promise<readonly DeliveryRow[]> {
  const text = `
    select id, channel_id, request_id, type, facts, state, cancel_cause, attempt,
      round(extract(epoch from due_at - now()))::int as wait_s
    from deliveries order by created_at, id`;
  return (await pool.query<DeliveryRow>(text)).rows;
}
