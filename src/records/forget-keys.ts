import type { Pool } from 'pg';

const forgetText = `
  delete from idempotency_keys where key in (
    select key from idempotency_keys where expires_at <= now() order by expires_at limit $1 for update skip locked
  )`;

const batchSize = 1000;

/** Deletes expired idempotency keys in batches, until none is left or the signal is aborted. */
export async function forgetExpiredKeys(pool: Pool, signal: AbortSignal): Promise<void> {
  let forgotten = batchSize;
  while (forgotten === batchSize && !signal.aborted) {
    const { rowCount } = await pool.query({ name: 'forget-keys', text: forgetText, values: [batchSize] });
    forgotten = rowCount ?? 0;
  }
}
