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

// The id is that of the back-up, so that of several processes one makes the notice, and only once.
const noticeText = insertNotices(`
  select notice.id, jsonb_build_object('about', 'backup', 'backedUpAt', notice.at), now()
  from (
    select backed_up_at as at, md5('old back-up ' || coalesce(backed_up_at::text, 'none'))::uuid as id
    from service_state where not deliveries_held
  ) notice
  where not exists (select from deliveries d where d.id = notice.id)`);

/** Notifies owners once that the newest back-up is old or missing. */
export async function notifyOfOldBackup(pool: Pool): Promise<void> {
  await pool.query(`${noticeText} on conflict (id) do nothing`);
}
