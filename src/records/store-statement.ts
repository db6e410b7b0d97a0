import { DatabaseError, type Pool, type QueryConfig, type QueryResult } from 'pg';
import { throwNotStored } from './submission-records.ts';

/** SQLSTATEs of rejections after which nothing is stored: data, constraints, syntax, rights, limits and locks. */
const refusingClasses = new Set(['21', '22', '23', '26', '42', '54', '55']);
const refusals = new Set(['25006', '40001', '40P01', '57014']);
/** A violation of this constraint shows that an earlier statement has stored the request. */
const requestKey = 'commission_requests_pkey';

/**
 * As `pool.query`, but rejects with a NotStoredError when no connection was available, so that nothing was sent. The
 * pool must listen to errors of borrowed clients, as the pools of `src/database` do.
 */
export async function queryConnected(pool: Pool, query: QueryConfig): Promise<QueryResult> {
  const client = await pool.connect().catch(throwNotStored);
  try {
    const result = await client.query(query);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** True when the failure proves that the statement stored nothing. After other failures the outcome is unknown. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.constraint === requestKey) return false;
  const sqlState = error.code ?? '';
  return refusingClasses.has(sqlState.slice(0, 2)) || refusals.has(sqlState);
}
