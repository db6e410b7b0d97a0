import { DatabaseError, type Pool, type QueryConfig, type QueryResult } from 'pg';
import { asNotStored } from './submission-records.ts';

/** For the statements that store submissions. */
export interface StatementOptions {
  /** How long an upload is left alone without a renewal. */
  readonly leaseMs: number;
  /** Statements of one kind that may be under way before others gather for the next one. */
  readonly statementsAtOnce: number;
}

/** Errors of data, constraints, syntax, rights, limits and locks: a server that rejects a statement with one has stored nothing. */
const refusingClasses = new Set(['21', '22', '23', '26', '42', '54', '55']);
const refusals = new Set(['25006', '40001', '40P01', '57014']);
/** A request of this very identifier is there: an earlier statement has stored it. */
const requestKey = 'commission_requests_pkey';

/**
 * As `pool.query`, but rejects with a NotStoredError when no connection could be had, so that nothing was sent. The pool
 * has to listen to the errors of clients that are lent, as `createPool` does.
 */
export async function queryConnected(pool: Pool, query: QueryConfig): Promise<QueryResult> {
  const client = await pool.connect().catch(asNotStored);
  try {
    const result = await client.query(query);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Whether the failure of a statement is proof that nothing of it was stored; other failures leave it open. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.constraint === requestKey) return false;
  const sqlState = error.code ?? '';
  return refusingClasses.has(sqlState.slice(0, 2)) || refusals.has(sqlState);
}
