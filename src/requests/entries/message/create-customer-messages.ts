import type { Pool } from 'pg';
import { insertEntries } from '../../../events/entry-clauses.ts';
import { notifyWorkers } from '../../../events/wake-up.ts';
import type { Language } from '../../../platform/language/languages.ts';
import type { CustomerMessages } from './customer-messages.ts';

const channelText = `
  select channel.id, channel.settings ->> 'language' as language from delivery_channels channel
  where channel.kind = 'mail' and channel.state in ('enabled', 'held')
    and channel.settings ->> 'audience' = 'customers' and (channel.settings ->> 'messages')::boolean
  order by channel.created_at, channel.id limit 1`;

// The lock waits for a running erasure, and gives the entries of one request ids in the order of their commits.
const lockedRequest = `request as (
    select r.id, r.hold is not null as is_held from submitted_commission_requests r where r.id = $1 for no key update of r
  )`;

// One statement, so that the entry, the delivery and the event are all stored or all missing.
const sendText = `
  with ${lockedRequest}, channel as (${channelText}
  ), sent as (
    select request.id as request_id, channel.id as channel_id from request, channel where not request.is_held
  ), written as (${insertEntries('message', 'sent', { actorKind: '$3', actorId: '$4', text: '$2' })}
  ), made as (
    insert into deliveries (channel_id, request_id, type, entry_id, due_at)
    select sent.channel_id, sent.request_id, 'request.message', written.id, now() + interval '15 seconds'
    from sent, written
    returning id, request_id, entry_id
  ), recorded as (
    insert into request_events (request_id, actor_kind, actor_id, kind, to_entry, "to")
    select request_id, $3, $4, 'message', entry_id, jsonb_build_object('deliveryId', id) from made
  )
  select is_held as "isHeld", (select id from made) as "deliveryId" from request`;

const cancelText = `
  with ${lockedRequest}, found as (
    select d.id, d.cancel_cause is not distinct from 'undone' as is_cancelled from deliveries d join request on d.request_id = request.id
    where d.id = $2 and d.type = 'request.message' for update of d
  ), cancelled as (
    update deliveries set state = 'cancelled', due_at = null, finished_at = now(), cancel_cause = 'undone'
    where id in (select id from found) and state = 'pending' and attempt = 0
    returning id, request_id, entry_id
  ), recorded as (
    insert into request_events (request_id, actor_kind, actor_id, kind, from_entry, "from")
    select request_id, $3, $4, 'message', entry_id, jsonb_build_object('deliveryId', id) from cancelled
  )
  select is_cancelled or exists (select from cancelled) as is_cancelled from found`;

export function createCustomerMessages(pool: Pool): CustomerMessages {
  return {
    async send(requestId, text, actor) {
      type Row = { readonly isHeld: boolean; readonly deliveryId: string | null };
      const [row] = (await pool.query<Row>(sendText, [requestId, text, actor.kind, actor.id])).rows;
      if (row === undefined) return 'missing';
      if (row.isHeld) return 'held';
      if (row.deliveryId === null) return 'no-channel';
      await notifyWorkers(pool);
      return { deliveryId: row.deliveryId };
    },
    async language() {
      const [row] = (await pool.query<{ language: Language }>(channelText)).rows;
      return row?.language ?? null;
    },
    async cancel(requestId, deliveryId, actor) {
      type Row = { readonly is_cancelled: boolean };
      const [row] = (await pool.query<Row>(cancelText, [requestId, deliveryId, actor.kind, actor.id])).rows;
      if (row === undefined) return 'missing';
      return row.is_cancelled ? 'cancelled' : 'too-late';
    },
  };
}
