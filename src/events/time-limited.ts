import { DatabaseError } from 'pg';

/** The error of a query that the statement timeout cancelled. */
export class QueryTimeoutError extends Error {
  override readonly name = 'QueryTimeoutError';

  constructor(cause: unknown) {
    super('The query took longer than its time limit', { cause });
  }
}

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
