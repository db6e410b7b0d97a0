import type { Pool } from 'pg';
import type { ObjectKey } from '../submission/object-key.ts';
import type { AbandonedUpload } from './submission-records.ts';

// SKIP LOCKED shares the work among any number of sweepers without a leader. The intent is locked before the request,
// as in every other statement, and only the rows that were locked without waiting: no two sweepers can deadlock.
const claimText = `
  with due as (
    select request_id from upload_intents
    where (state = 'PENDING' and lease_until < now()) or (state = 'CONDEMNED' and next_try <= now())
    limit $1
    for update skip locked
  ), condemned as (
    update upload_intents i
    set state = 'CONDEMNED', fence = i.fence + 1, condemned_at = coalesce(i.condemned_at, now()), tries = i.tries + 1,
        next_try = now() + least($2 * 2 ^ least(i.tries, 30), $3) * (0.75 + random() / 2) * interval '1 millisecond'
    from due
    where i.request_id = due.request_id
    returning i.request_id, i.keys, i.tries
  ), removed as (
    delete from commission_requests where id in (select request_id from condemned)
  )
  select request_id, keys, tries from condemned`;

const forgetText = `
  delete from upload_intents
  where request_id = $1 and state = 'CONDEMNED' and condemned_at <= now() - $2 * interval '1 millisecond'`;

const firstPauseMs = 30_000;
const longestPauseMs = 60 * 60_000;

/**
 * Condemns uploads whose lease ran out, removes their records, and hands out the condemned ones whose time to be tried
 * again has come, each to one caller; that time grows from 30 s to an hour, with jitter.
 */
export async function claimExpired(pool: Pool, limit: number): Promise<AbandonedUpload[]> {
  const { rows } = await pool.query<{ request_id: string; keys: ObjectKey[]; tries: number }>({
    name: 'claim-expired',
    text: claimText,
    values: [limit, firstPauseMs, longestPauseMs],
  });
  return rows.map((row) => ({ requestId: row.request_id, keys: row.keys, tries: row.tries }));
}

/** Ends a condemned intent that has outlived its grace period; leaves a younger one for another try. */
export async function forget(pool: Pool, requestId: string, graceMs: number): Promise<void> {
  await pool.query({ name: 'forget', text: forgetText, values: [requestId, graceMs] });
}
