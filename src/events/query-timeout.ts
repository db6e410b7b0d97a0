import { DatabaseError } from 'pg';

const queryCanceled = '57014';

/** The error of a query that the statement timeout cancelled. */
export class QueryTimeoutError extends Error {
  override readonly name = 'QueryTimeoutError';

  constructor(cause: unknown) {
    super('The query took longer than its time limit', { cause });
  }
}

/** Runs a query. Rejects with a `QueryTimeoutError` when the statement timeout cancelled the query. */
export async function timeLimited<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof DatabaseError && error.code === queryCanceled) throw new QueryTimeoutError(error);
    throw error;
  }
}
