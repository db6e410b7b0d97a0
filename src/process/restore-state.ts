import type { Pool } from 'pg';

const undefinedTable = '42P01';

/** Whether a restore into this service was broken off. False too for a database from before there were restores. */
export async function isRestoreUnfinished(pool: Pool): Promise<boolean> {
  const text = 'select restoring is not null as is_unfinished from service_state';
  try {
    return (await pool.query<{ is_unfinished: boolean }>(text)).rows[0]?.is_unfinished === true;
  } catch (error) {
    if ((error as { code?: unknown }).code === undefinedTable) return false;
    throw error;
  }
}

export const unfinishedRestoreText =
  'A restore into this service was broken off: run commissions restore with the same folder again';
