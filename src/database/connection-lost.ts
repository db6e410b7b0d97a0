import { DatabaseError } from 'pg';

/** SQLSTATEs with which a server ends or refuses a connection (PostgreSQL manual, appendix A). */
const connectionEnds = new Set(['53300', '57P01', '57P02', '57P03', '57P05']);
/** `statement_completion_unknown`, and a disk failure at the commit: the commit may be on disk after a restart. */
const outcomeUnknown = new Set(['40003', '58030']);

/** True when it is unknown whether the failed statement was carried out, as after a lost connection. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  const sqlState = error.code ?? '';
  return sqlState.startsWith('08') || connectionEnds.has(sqlState) || outcomeUnknown.has(sqlState);
}
