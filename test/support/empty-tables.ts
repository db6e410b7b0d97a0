import type { Pool } from 'pg';

const deadlockDetected = '40P01';

/**
 * Removes all rows of the tables, and of those that refer to them. Retries after a deadlock: the periodic work of a
 * running service may have locked the tables in another order.
 */
export async function emptyTables(pool: Pool, tables: readonly string[]): Promise<void> {
  try {
    await pool.query(`truncate ${tables.join(', ')} restart identity cascade`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === deadlockDetected)) throw error;
    await emptyTables(pool, tables);
  }
}
