import type { Pool } from 'pg';
import { createGroupCommit } from '../../platform/database/group-commit.ts';
import type { Idempotency } from '../submission/idempotency.ts';
import { type EarlierUse, throwNotStored } from './submission-records.ts';

// Marks a key as `answered` in the statement that reports its request as stored. A roll-back checks that mark under the
// same row lock. The statement does not wait for locked rows: their requests are reported as under way.
const findText = `
  with found as (
    select k.key, k.fingerprint, asked.fingerprint = k.fingerprint as is_same, k.answered, r.id, r.created_at,
      k.expires_at <= now() or r.id is null as is_over,
      exists (select from upload_intents i where i.request_id = r.id) as has_intent
    from json_to_recordset($1) as asked (key text, fingerprint text)
      join idempotency_keys k using (key)
      left join commission_requests r on r.id = k.request_id
  ), locked as (
    select k.key from idempotency_keys k join found using (key)
    where found.is_over or (found.is_same and not found.answered and not found.has_intent)
    for update of k skip locked
  ), marked as (
    update idempotency_keys k set answered = true
    from locked join found using (key)
    where k.key = found.key and not found.is_over
    returning k.key
  ), removed as (
    delete from idempotency_keys k using locked join found using (key) where k.key = found.key and found.is_over
  )
  select key, fingerprint, is_over, answered or key in (select key from marked) as is_stored, id, created_at
  from found`;

interface FoundKey {
  readonly key: string;
  /** Of the form that was sent first. */
  readonly fingerprint: string;
  /** True when the key's 24 hours are over, or when its request has been deleted. */
  readonly is_over: boolean;
  readonly is_stored: boolean;
  readonly id: string;
  readonly created_at: Date;
}

/** Creates the lookup of a taken key's earlier use. The lookup frees keys that have expired or lost their request. */
export function createFindEarlierUse(
  pool: Pool,
  statementsAtOnce: number,
): (idempotency: Idempotency) => Promise<EarlierUse | 'freed'> {
  const findGrouped = createGroupCommit(find, { statementsAtOnce });

  async function find(asked: readonly Idempotency[]): Promise<(idempotency: Idempotency) => FoundKey | undefined> {
    const values = [JSON.stringify(asked)];
    const { rows } = await pool.query<FoundKey>({ name: 'find-keys', text: findText, values });
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return ({ key }) => byKey.get(key);
  }

  return async (idempotency) => earlierUse(idempotency, await findGrouped(idempotency).catch(throwNotStored));
}

/** A key without a row is held by a running statement, or was freed just now. */
function earlierUse({ fingerprint }: Idempotency, found: FoundKey | undefined): EarlierUse | 'freed' {
  if (!found) return { earlier: 'under-way' };
  const { is_over, is_stored, id, created_at } = found;
  if (is_over) return 'freed';
  if (found.fingerprint !== fingerprint) return { earlier: 'other-form' };
  return { earlier: is_stored ? { id, createdAt: created_at } : 'under-way' };
}

const forgetText = `
  delete from idempotency_keys where key in (
    select key from idempotency_keys where expires_at <= now() order by expires_at limit $1 for update skip locked
  )`;

const batchSize = 1000;

/** Deletes expired idempotency keys in batches, until all are deleted or the signal is aborted. */
export async function forgetExpiredKeys(pool: Pool, signal: AbortSignal): Promise<void> {
  let forgotten = batchSize;
  while (forgotten === batchSize && !signal.aborted) {
    const { rowCount } = await pool.query({ name: 'forget-keys', text: forgetText, values: [batchSize] });
    forgotten = rowCount ?? 0;
  }
}
