import type { Pool } from 'pg';
import type { Upload } from './submission-records.ts';

/**
 * Written as an upsert, for the intent may be gone (the file records were stored, their answer lost) or not there yet
 * (the statement that begins the request is still on its way, and will now fail on the row).
 */
// The deletion asks for the condemned row, so that the intent is locked first, as in every other statement.
const abandonText = `
  with condemned as (
    insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_try)
    values ($1, $2::text[], 'CONDEMNED', now(), now(), now() + $3 * interval '1 millisecond')
    on conflict (request_id) do update
    set state = 'CONDEMNED', fence = upload_intents.fence + 1, condemned_at = now(), next_try = excluded.next_try
    returning request_id
  )
  delete from commission_requests where id in (select request_id from condemned)`;

/** Leaves the deletions to the caller for half a minute before a sweeper takes them up. */
const firstSweepMs = 30_000;

export async function abandon(pool: Pool, { requestId, keys }: Upload): Promise<void> {
  await pool.query({ name: 'abandon', text: abandonText, values: [requestId, keys, firstSweepMs] });
}
