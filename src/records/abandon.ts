import type { Pool } from 'pg';
import type { FailedUpload } from './submission-records.ts';

// An upsert, for the intent may be gone (the file records were stored, their answer lost) or not there yet (the statement
// that begins the request is still on its way, and will now fail on the row). The deletion asks for the condemned row, so
// that the intent is locked first, as in every other statement.
const abandonAny = {
  name: 'abandon',
  text: `
  with condemned as (
    insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_try)
    values ($1, $2::text[], 'CONDEMNED', now(), now(), now() + $3 * interval '1 millisecond')
    on conflict (request_id) do update
    set state = 'CONDEMNED', fence = upload_intents.fence + 1, condemned_at = now(), next_try = excluded.next_try
    returning request_id
  )
  delete from commission_requests where id in (select request_id from condemned)`,
};

// The intent is locked before the key and the key before the request. Without an intent the request is whole or not there
// yet: whole, it goes only together with a key that nobody has been answered for, so one whose key is forgotten stays.
const abandonUnanswered = {
  name: 'abandon-unanswered',
  text: `
  with found as (
    select request_id from upload_intents where request_id = $1 for update
  ), freed as (
    delete from idempotency_keys k using (select count(*) from found) as locked
    where k.request_id = $1 and not k.answered
    returning k.request_id
  ), condemned as (
    insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_try)
    select $1::uuid, $2::text[], 'CONDEMNED', now(), now(), now() + $3 * interval '1 millisecond'
    where exists (select from found) or exists (select from freed)
      or not exists (select from commission_requests where id = $1)
    on conflict (request_id) do update
    set state = 'CONDEMNED', fence = upload_intents.fence + 1, condemned_at = now(), next_try = excluded.next_try
    returning request_id
  ), removed as (
    delete from commission_requests where id in (select request_id from condemned)
  )
  select from condemned`,
};

/** Leaves the deletions to the caller for half a minute before a sweeper takes them up. */
const firstSweepMs = 30_000;

export async function abandon(pool: Pool, upload: FailedUpload): Promise<'abandoned' | 'kept'> {
  const { requestId, keys, isKeyed = false } = upload;
  const statement = isKeyed ? abandonUnanswered : abandonAny;
  const { rowCount } = await pool.query({ ...statement, values: [requestId, keys, firstSweepMs] });
  return isKeyed && rowCount === 0 ? 'kept' : 'abandoned';
}
