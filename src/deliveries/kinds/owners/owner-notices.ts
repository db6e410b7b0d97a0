import type { Pool } from 'pg';
import type { Facts } from '../../ledger/delivery.ts';
import { cancelNotices, insertNotices, ownersChannelId } from '../../ledger/owners-channel.ts';

const makeText = insertNotices('select $1::uuid, $2::jsonb, now()');

const withdrawText = `${cancelNotices} and id = $1`;

const forgetOutagesText = "delete from channel_outages where ended_at < now() - $1 * interval '1 day'";

// Notices of an open outage stay, and those that could not be sent go too.
const forgetText = `
  delete from deliveries d
  where d.channel_id = '${ownersChannelId}' and d.created_at < now() - $1 * interval '1 day'
    and not exists (select from channel_outages o where o.id::text = d.facts ->> 'outageId')`;

/** Stores a notice to owners, which the ledger sends. `facts.about` names its text in `notice-texts.ts`. */
export async function makeNotice(pool: Pool, id: string, facts: Facts): Promise<void> {
  await pool.query(makeText, [id, facts]);
}

/** Withdraws a notice that waits for an attempt. Resolves with false when owners know, may know or will never know. */
export async function withdrawNotice(pool: Pool, id: string): Promise<boolean> {
  return (await pool.query(withdrawText, [id])).rowCount === 1;
}

/** Deletes the outages that ended more than `days` days ago, and old notices except those of the others. */
export async function forgetNotices(pool: Pool, days: number): Promise<void> {
  await pool.query(forgetOutagesText, [days]);
  await pool.query(forgetText, [days]);
}
