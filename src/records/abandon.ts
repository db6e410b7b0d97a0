import type { Pool } from 'pg';
import type { Submission } from '../submission/submission.ts';

/**
 * Written as an upsert, for the intent may be gone (the file records were stored, their answer lost) or not there yet
 * (the statement that begins the request is still on its way, and will now fail on the row).
 */
const abandonText = `
  with condemned as (
    insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_try)
    values ($1, $2::text[], 'CONDEMNED', now(), now(), now() + $3 * interval '1 millisecond')
    on conflict (request_id) do update
    set state = 'CONDEMNED', fence = upload_intents.fence + 1, condemned_at = now(), next_try = excluded.next_try
  )
  delete from commission_requests where id = $1`;

/** Leaves the condemned intent to its owner for as long as a lease lasts before a sweeper may take it up. */
export async function abandon(pool: Pool, submission: Submission, leaseMs: number): Promise<void> {
  const keys = submission.files.map((file) => file.key);
  await pool.query({ name: 'abandon', text: abandonText, values: [submission.id, keys, leaseMs] });
}

export async function forget(pool: Pool, requestId: string): Promise<void> {
  await pool.query("delete from upload_intents where request_id = $1 and state = 'CONDEMNED'", [requestId]);
}
