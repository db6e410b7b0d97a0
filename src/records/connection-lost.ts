import { DatabaseError } from 'pg';

/** SQLSTATEs by which a server ends a connection, or has none to give (PostgreSQL manual, appendix A). */
const connectionEnds = new Set(['53300', '57P01', '57P02', '57P03', '57P05']);
/** `statement_completion_unknown`, and a disk that failed at the commit: the record of it may be there after a restart. */
const outcomeUnknown = new Set(['40003', '58030']);

/**
 * Whether a statement failed because its connection did, so that nobody knows if it was carried out.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  const sqlState = error.code ?? '';
  return sqlState.startsWith('08') || connectionEnds.has(sqlState) || outcomeUnknown.has(sqlState);
}

/** Errors of data, constraints, syntax, rights and locks: a server that answers with one has stored nothing. */
const refusingClasses = new Set(['21', '22', '23', '26', '42', '55']);
const refusals = new Set(['25006', '40001', '40P01', '57014']);
/** A request of this very identifier is there: an earlier statement has stored it. */
const requestKey = 'commission_requests_pkey';

/** Whether the failure of a statement is proof that nothing of it was stored; other failures leave it open. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.constraint === requestKey) return false;
  const sqlState = error.code ?? '';
  return refusingClasses.has(sqlState.slice(0, 2)) || refusals.has(sqlState);
}
