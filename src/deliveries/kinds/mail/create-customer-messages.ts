import type { Pool } from 'pg';
import { inTurn } from '../../../platform/database/transaction.ts';
import type { Language } from '../../../platform/language/languages.ts';
import { notifyWorkers } from '../../ledger/wake-up.ts';
import type { CustomerMessages } from './mail-channels.ts';
import type { MessageTemplate } from './mail-shapes.ts';
import { type MessageTemplates, mostMessageTemplates } from './message-templates.ts';

const channelText = `
  select channel.id, channel.settings ->> 'language' as language from delivery_channels channel
  where channel.kind = 'mail' and channel.state in ('enabled', 'held')
    and channel.settings ->> 'audience' = 'customers' and (channel.settings ->> 'messages')::boolean
  order by channel.created_at, channel.id limit 1`;

// The lock waits for a running erasure.
const lockedRequest = `request as (
    select r.id from submitted_commission_requests r where r.id = $1 for key share of r
  )`;

// One statement makes the event and the delivery, so that it makes both or neither.
const sendText = `
  with ${lockedRequest}, channel as (${channelText}
  ), made as (
    insert into deliveries (channel_id, request_id, type, facts, due_at)
    select channel.id, request.id, 'request.message', jsonb_build_object('text', $2::text), now() + interval '15 seconds'
    from request, channel
    returning id, request_id
  ), recorded as (
    insert into request_events (request_id, actor_kind, actor_id, kind, "to")
    select request_id, $3, $4, 'message', jsonb_build_object('text', $2::text, 'deliveryId', id) from made
  )
  select (select count(*)::int from request) as requests, (select id from made) as delivery_id`;

const cancelText = `
  with ${lockedRequest}, found as (
    select d.id, d.cancel_cause is not distinct from 'undone' as is_cancelled from deliveries d join request on d.request_id = request.id
    where d.id = $2 and d.type = 'request.message' for update of d
  ), cancelled as (
    update deliveries set state = 'cancelled', due_at = null, finished_at = now(), cancel_cause = 'undone'
    where id in (select id from found) and state = 'pending' and attempt = 0
    returning id, request_id, facts
  ), recorded as (
    insert into request_events (request_id, actor_kind, actor_id, kind, "from")
    select request_id, $3, $4, 'message', jsonb_build_object('text', facts -> 'text', 'deliveryId', id) from cancelled
  )
  select is_cancelled or exists (select from cancelled) as is_cancelled from found`;

export function createCustomerMessages(pool: Pool): CustomerMessages {
  return {
    async send(requestId, text, actor) {
      type Row = { readonly requests: number; readonly delivery_id: string | null };
      const [row] = (await pool.query<Row>(sendText, [requestId, text, actor.kind, actor.id])).rows;
      if (row === undefined || row.requests === 0) return 'missing';
      if (row.delivery_id === null) return 'no-channel';
      await notifyWorkers(pool);
      return { deliveryId: row.delivery_id };
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

// Readers do not wait.
const lockTemplatesText = 'lock table message_templates in share row exclusive mode';

const addText = `
  insert into message_templates (text)
  select $1 where (select count(*) from message_templates where text <> $1) < $2
  on conflict (md5(text)) do update set text = excluded.text
  returning id, text`;

export function createMessageTemplates(pool: Pool): MessageTemplates {
  return {
    async list() {
      const text = 'select id, text from message_templates order by created_at, id';
      return (await pool.query<MessageTemplate>(text)).rows;
    },
    async add(text) {
      const values = [text, mostMessageTemplates];
      const { rows } = await inTurn(pool, lockTemplatesText, (client) =>
        client.query<MessageTemplate>(addText, values),
      );
      return rows[0] ?? 'too-many';
    },
    async remove(id) {
      const { rowCount } = await pool.query('delete from message_templates where id = $1', [id]);
      return rowCount === 1 ? 'removed' : 'missing';
    },
  };
}
