import type { Pool } from 'pg';
import type { Config } from '../../configuration/config.ts';
import { failureText } from '../../failure/errors.ts';
import { databaseProblem } from '../../readiness/database-problem.ts';
import { codeOf } from '../../readiness/problem.ts';

/** Error codes of a connection that could not be opened. */
const connectionCodes = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '28P01',
  '3D000',
];

/** Rejects with a message that says what to do when the server of `DATABASE_URL` accepts no connection. */
export async function assertReachable({ databaseUrl }: Config, pool: Pool): Promise<void> {
  try {
    await pool.query('select');
  } catch (error) {
    if (databaseUrl === null || !connectionCodes.includes(codeOf(error))) throw error;
    const { what, remedy } = databaseProblem(error, 'server');
    throw new Error(`${what} (${failureText(error)}): ${remedy}. commissions doctor says more`, { cause: error });
  }
}
