import type { Pool } from 'pg';
import { noticesChannelId } from '../../deliveries/ledger/owners-channel.ts';

const forgetText = `
  delete from opening_notices
  where created_at < now() - interval '180 days' or (confirmed_at is null and created_at < now() - interval '7 days')
    or told_at < now() - interval '7 days'`;

const forgetAsksText = "delete from opening_asks where at < now() - interval '1 hour'";

const forgetDeliveriesText = `
  delete from deliveries where channel_id = '${noticesChannelId}' and created_at < now() - $1 * interval '1 day'`;

/** Deletes addresses that were notified, are not confirmed after 7 days or older than 180 days, and the rows of their mails. */
export async function forgetOpeningNotices(pool: Pool, days: number): Promise<void> {
  await pool.query(forgetText);
  await pool.query(forgetAsksText);
  await pool.query(forgetDeliveriesText, [days]);
}
