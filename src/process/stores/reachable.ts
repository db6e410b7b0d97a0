import type { Pool } from 'pg';
import type { Config } from '../../configuration/config.ts';
import { databaseProblem, isExplained } from '../../intake/readiness/database-problem.ts';
import { failureText } from '../../platform/failure/errors.ts';

/** Rejects with a message that says what to do when the server of `DATABASE_URL` accepts no connection. */
export async function assertReachable({ databaseUrl }: Config, pool: Pool): Promise<void> {
  try {
    await pool.query('select');
  } catch (error) {
    if (databaseUrl === null || !isExplained(error)) throw error;
    const { what, remedy } = databaseProblem(error, 'server');
    throw new Error(`${what} (${failureText(error)}): ${remedy}. Run commissions doctor for details`, { cause: error });
  }
}
