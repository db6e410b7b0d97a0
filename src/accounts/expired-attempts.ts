import type { Pool } from 'pg';

/** Deletes expired attempts. `expire` is in milliseconds by the clock of the process that counted the attempt. */
export async function removeExpiredAttempts(pool: Pool): Promise<void> {
  await pool.query('delete from sign_in_attempts where expire < $1', [Date.now()]);
}
