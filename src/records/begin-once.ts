import type { Pool } from 'pg';
import type { Idempotency } from '../submission/idempotency.ts';
import type { Submission } from '../submission/submission.ts';
import { insertLinks, insertRequests, rowOf, submittedColumns } from './begin.ts';
import { asNotStored, queryConnected } from './store-statement.ts';
import { type Claim, type EarlierUse, NotStoredError } from './submission-records.ts';

// The rows depend on the key, so that whoever waits for another's key holds no lock. An intent is written without files
// too: it lets a late statement fail on the tombstone of its submission, and holds answers back until it has ended.
const beginText = `
  with taken as (
    insert into idempotency_keys (key, fingerprint, request_id) values ($3, $4, $5)
    on conflict (key) do nothing
    returning request_id
  ), submitted as (
    select arrived.* from taken join json_to_recordset($1) as arrived ${submittedColumns} on arrived.id = taken.request_id
  ), links as (${insertLinks}), intents as (
    insert into upload_intents (request_id, keys, lease_until)
    select id, keys, now() + $2 * interval '1 millisecond' from submitted
  )
  ${insertRequests}
  returning id`;

// Marks the key in the statement that finds the request whole: taking it back asks for that mark under the same lock.
const findText = `
  with answered as (
    update idempotency_keys k set answered = true
    from commission_requests r
    where k.key = $1 and k.fingerprint = $2 and k.expires_at > now() and r.id = k.request_id
      and not exists (select from upload_intents i where i.request_id = k.request_id)
    returning r.id, r.created_at
  ), expired as (
    delete from idempotency_keys where key = $1 and expires_at <= now()
  )
  select k.fingerprint = $2 as is_same, answered.id, answered.created_at
  from idempotency_keys k left join answered on true
  where k.key = $1 and k.expires_at > now()`;

/** A key may be freed between two statements, though hardly ever twice. */
const mostTries = 5;

interface FoundKey {
  readonly is_same: boolean;
  readonly id: string | null;
  readonly created_at: Date | null;
}

export async function beginOnce(
  pool: Pool,
  submission: Submission,
  idempotency: Idempotency,
  leaseMs: number,
): Promise<Claim | EarlierUse> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (await insert(pool, submission, idempotency, leaseMs)) return { requestId: submission.id, fence: 1 };
    const found = await find(pool, idempotency);
    if (found) return earlierUse(found);
  }
  return { earlier: 'under-way' };
}

async function insert(
  pool: Pool,
  submission: Submission,
  { key, fingerprint }: Idempotency,
  leaseMs: number,
): Promise<boolean> {
  const values = [JSON.stringify([rowOf(submission)]), leaseMs, key, fingerprint, submission.id];
  try {
    const { rowCount } = await queryConnected(pool, { name: 'begin-once', text: beginText, values });
    return rowCount === 1;
  } catch (error) {
    throw asNotStored(error);
  }
}

async function find(pool: Pool, { key, fingerprint }: Idempotency): Promise<FoundKey | undefined> {
  try {
    const { rows } = await pool.query<FoundKey>({ name: 'find-key', text: findText, values: [key, fingerprint] });
    return rows[0];
  } catch (error) {
    // It is asked for only when the key kept the submission out.
    throw new NotStoredError(error);
  }
}

function earlierUse({ is_same, id, created_at }: FoundKey): EarlierUse {
  if (id !== null && created_at !== null) return { earlier: { id, createdAt: created_at } };
  return { earlier: is_same ? 'under-way' : 'other-form' };
}
