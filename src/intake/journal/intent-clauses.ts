import type { Pool } from 'pg';
import type { Claim } from './intent-journal.ts';

/**
 * Returns the clause that begins the intents of submissions with files. It is part of the statement that stores the
 * requests of `submitted`, a relation with the columns `id uuid, keys text[]`.
 */
export function beginIntents(leaseMsParameter: string): string {
  return `
  insert into upload_intents (request_id, keys, lease_until)
  select id, keys, now() + ${leaseMsParameter} * interval '1 millisecond' from submitted where cardinality(keys) > 0`;
}

/**
 * The clause that ends the intents of completed uploads. It is part of the statement that stores the file records of
 * `claim`, a relation with the columns `request_id uuid, fence int`. It returns no row for a lost claim: the fence was
 * raised, or the intent condemned.
 */
export const endIntents = `
  delete from upload_intents intent using claim
  where intent.request_id = claim.request_id and intent.fence = claim.fence and intent.state = 'PENDING'
  returning intent.request_id`;

/** Time from a condemnation to the first sweep. Until then the process that condemned deletes the objects itself. */
export const firstSweepMs = 30_000;

/**
 * The clause that condemns the objects of stored requests. It is part of the statement that deletes the requests of
 * `erased`, a relation with the columns `id uuid, keys text[]`.
 */
export const condemnErased = `
  insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_attempt_at)
  select id, keys, 'CONDEMNED', now(), now(), now() + ${firstSweepMs} * interval '1 millisecond'
  from erased where cardinality(keys) > 0`;

const takeOverText = `
  update upload_intents set fence = fence + 1, lease_until = now() + $2 * interval '1 millisecond'
  where request_id = $1 and state = 'PENDING'
  returning fence`;

/** Raises the fence, so that statements under the old claim find no intent. Returns null when no intent is pending. */
export async function takeOver(pool: Pool, requestId: string, leaseMs: number): Promise<Claim | null> {
  const values = [requestId, leaseMs];
  const { rows } = await pool.query<{ fence: number }>({ name: 'take-over', text: takeOverText, values });
  return rows[0] ? { requestId, fence: rows[0].fence } : null;
}
