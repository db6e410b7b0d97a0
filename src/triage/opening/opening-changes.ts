import type { PoolClient } from 'pg';
import { insertNotices, noticesChannelId, ownersChannelId } from '../../deliveries/ledger/owners-channel.ts';
import { takesDeliveries } from '../../events/delivery-clauses.ts';
import type { ComputedOpening } from './opening-state.ts';

const channelsText = `
  insert into deliveries (channel_id, type, facts)
  select channel.id, $1, $2::jsonb from delivery_channels channel
  where ${takesDeliveries} and $1 = any(channel.types)`;

// A form at its limit may close and open again within minutes.
const ownersText = insertNotices(`
  select gen_random_uuid(), $1::jsonb, now()
  where not exists (
    select from deliveries d
    where d.channel_id = '${ownersChannelId}' and d.created_at > now() - interval '1 hour' and d.facts ->> 'about' = 'closed'
  )`);

// Every address gets one mail, however often the form opens before the mail is sent.
const noticesText = `
  with notified as (
    update opening_notices set told_at = now() where confirmed_at is not null and told_at is null returning id
  )
  insert into deliveries (channel_id, type, facts)
  select '${noticesChannelId}', 'notice', jsonb_build_object('about', 'opened', 'noticeId', id) from notified`;

/** Notifies channels that the form has opened or closed, and owners when it has closed by itself (S17, S18). */
export async function notifyOfChange(client: PoolClient, { state, reason }: ComputedOpening): Promise<void> {
  const type = state === 'open' ? 'studio.opened' : 'studio.closed';
  await client.query(channelsText, [type, JSON.stringify({ state, reason })]);
  if (state === 'open') await client.query(noticesText);
  if (reason !== 'requests' && reason !== 'slots') return;
  await client.query(ownersText, [JSON.stringify({ about: 'closed', state, reason })]);
}
