/** The error of a query that the statement timeout cancelled. */
export class QueryTimeoutError extends Error {
  override readonly name = 'QueryTimeoutError';

  constructor(cause: unknown) {
    super('The query took longer than its time limit', { cause });
  }
}
