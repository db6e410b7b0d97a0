import type { Pool, PoolClient } from 'pg';

/** The connection that a transaction runs on. */
export type Transaction = PoolClient;

/**
 * Runs `work` in one transaction. Commits when `work` resolves, rolls back when it rejects. Does not return a
 * connection with an unknown state to the pool.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** As `inTransaction`, one after the other: each sees the commits of all earlier ones with this `lockText`. */
export function inTurn<T>(pool: Pool, lockText: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(lockText);
    return work(client);
  });
}
