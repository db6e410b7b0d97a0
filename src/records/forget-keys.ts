import type { Pool } from 'pg';

const forgetText = `
  delete from idempotency_keys where key in (
    select key from idempotency_keys where expires_at <= now() order by expires_at limit $1 for update skip locked
  )`;

/** Forgets up to `limit` idempotency keys whose time is over; answers how many. */
export async function forgetKeys(pool: Pool, limit: number): Promise<number> {
  return (await pool.query({ name: 'forget-keys', text: forgetText, values: [limit] })).rowCount ?? 0;
}
