import type { Pool } from 'pg';
import type { Claim } from './intent-journal.ts';

/**
 * Begins the intents of the submissions with files: a part of the statement that stores the requests of `submitted`,
 * whose columns include `id uuid, keys text[]`.
 */
export function beginIntents(leaseMsParameter: string): string {
  return `
  insert into upload_intents (request_id, keys, lease_until)
  select id, keys, now() + ${leaseMsParameter} * interval '1 millisecond' from submitted where cardinality(keys) > 0`;
}

/**
 * Ends the intents of completed uploads: a part of the statement that stores the file records of `claim`, whose columns
 * are `request_id uuid, fence int`. Returns no row for a claim that was lost, because the fence was raised or the intent
 * condemned.
 */
export const endIntents = `
  delete from upload_intents intent using claim
  where intent.request_id = claim.request_id and intent.fence = claim.fence and intent.state = 'PENDING'
  returning intent.request_id`;

/** Between a condemnation and the first sweep: until then the process that condemned deletes the objects itself. */
export const firstSweepMs = 30_000;

/**
 * Condemns the objects of stored requests: a part of the statement that deletes the requests of `erased`, whose columns
 * include `id uuid, keys text[]`.
 */
export const condemnErased = `
  insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_try)
  select id, keys, 'CONDEMNED', now(), now(), now() + ${firstSweepMs} * interval '1 millisecond'
  from erased where cardinality(keys) > 0`;

const takeOverText = `
  update upload_intents set fence = fence + 1, lease_until = now() + $2 * interval '1 millisecond'
  where request_id = $1 and state = 'PENDING'
  returning fence`;

/** Raises the fence, so that a statement sent under the old claim finds no intent. Null when there is none to take. */
export async function takeOver(pool: Pool, requestId: string, leaseMs: number): Promise<Claim | null> {
  const values = [requestId, leaseMs];
  const { rows } = await pool.query<{ fence: number }>({ name: 'take-over', text: takeOverText, values });
  return rows[0] ? { requestId, fence: rows[0].fence } : null;
}
