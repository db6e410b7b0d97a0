import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { isRefused } from './connection-lost.ts';
import { NotStoredError } from './submission-records.ts';

/**
 * As `pool.query`, but rejects with a NotStoredError when no connection could be had, so that nothing was sent. The pool
 * has to listen to the errors of clients that are lent, as `createPool` does.
 */
export async function queryConnected(pool: Pool, query: QueryConfig): Promise<QueryResult> {
  const client = await connect(pool);
  try {
    const result = await client.query(query);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** A NotStoredError where the failure of a single statement proves that nothing of it was stored, else the failure. */
export function asNotStored(error: unknown): unknown {
  return isRefused(error) ? new NotStoredError(error) : error;
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new NotStoredError(error);
  }
}
