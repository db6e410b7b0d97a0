import { DatabaseError } from 'pg';

/** SQLSTATEs by which a server ends a connection, or has none to give (PostgreSQL manual, appendix A). */
const connectionEnds = new Set(['53300', '57P01', '57P02', '57P03', '57P05']);

/**
 * Whether a statement failed because its connection did, so that nobody knows if it was carried out. Anything the
 * server answered with another error was rolled back for certain.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  const sqlState = error.code ?? '';
  return sqlState.startsWith('08') || connectionEnds.has(sqlState);
}
