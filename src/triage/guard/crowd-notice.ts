import { insertNotices } from '../../deliveries/ledger/owners-channel.ts';
import type { Transaction } from '../../platform/database/transaction.ts';

// The id is that of the hour, so that owners hear of it once in an hour.
const tellText = insertNotices(`
  select md5('crowd ' || date_trunc('hour', now())::text)::uuid,
    jsonb_build_object('about', 'crowd', 'limit', $1::int), now()`);

/** Tells owners that more requests have passed than channels and mails are told of in a minute. */
export async function tellOfCrowd(client: Transaction, perMinute: number): Promise<void> {
  await client.query(`${tellText} on conflict (id) do nothing`, [perMinute]);
}
