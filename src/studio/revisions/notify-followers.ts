import type { Pool } from 'pg';

/** The notification that the sessions of all processes listen for. */
export const studioNotification = 'commission_studio';

/** Notifies every process that a revision was published. One that misses it polls. */
export async function notifyFollowers(pool: Pool): Promise<void> {
  await pool.query(`select pg_notify('${studioNotification}', '')`).catch(() => {});
}
