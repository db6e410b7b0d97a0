import { DatabaseError } from 'pg';

/** SQLSTATEs by which a server ends a connection, or has none to give (PostgreSQL manual, appendix A). */
const connectionEnds = new Set(['53300', '57P01', '57P02', '57P03', '57P05']);
/** `statement_completion_unknown`, and a disk that failed at the commit: the record of it may be there after a restart. */
const outcomeUnknown = new Set(['40003', '58030']);

/** Whether a statement failed so that nobody knows if it was carried out, as it does when its connection is lost. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  const sqlState = error.code ?? '';
  return sqlState.startsWith('08') || connectionEnds.has(sqlState) || outcomeUnknown.has(sqlState);
}
