import { DatabaseError } from 'pg';
import { QueryTimeoutError } from './query-timeout.ts';

const queryCanceled = '57014';

/** Runs a query. Rejects with a `QueryTimeoutError` when the statement timeout cancelled the query. */
export async function timeLimited<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof DatabaseError && error.code === queryCanceled) throw new QueryTimeoutError(error);
    throw error;
  }
}
