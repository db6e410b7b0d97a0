import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { isConnectionLost } from './connection-lost.ts';
import { NotStoredError } from './submission-records.ts';

/** As `pool.query`, but rejects with a NotStoredError when no connection could be had, so that nothing was sent. */
export async function queryConnected(pool: Pool, query: QueryConfig): Promise<QueryResult> {
  const client = await connect(pool);
  // An 'error' event that nobody listens to ends the process. The query rejects, which is enough.
  client.on('error', ignore);
  try {
    const result = await client.query(query);
    client.off('error', ignore);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function ignore(): void {}

/** A NotStoredError where the failure of a single statement says that nothing of it is stored, else the failure. */
export function asNotStored(error: unknown): unknown {
  return isConnectionLost(error) ? error : new NotStoredError(error);
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new NotStoredError(error);
  }
}
