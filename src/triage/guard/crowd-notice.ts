import { insertNotices } from '../../deliveries/ledger/owners-channel.ts';
import type { Transaction } from '../../platform/database/transaction.ts';

// The id is that of the hour, so that owners hear of it once in an hour.
const noticeText = insertNotices(`
  select md5('crowd ' || date_trunc('hour', now())::text)::uuid,
    jsonb_build_object('about', 'crowd', 'limit', $1::int), now()`);

/** Notifies owners that more requests have passed in a minute than channels and mails are notified of. */
export async function notifyOfCrowd(client: Transaction, perMinute: number): Promise<void> {
  await client.query(`${noticeText} on conflict (id) do nothing`, [perMinute]);
}
