import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { Database } from '../../database/database.ts';
import { failureText } from '../../failure/failure-text.ts';
import { openSchema } from '../../process/stores/schema.ts';
import { openSharedDatabase } from '../../process/stores/stores.ts';
import { databaseProblem } from '../../readiness/database-problem.ts';
import { codeOf } from '../../readiness/problem.ts';

/** A limit for statements of commands: a large table takes as long as it takes. */
export const patientMs = 2 ** 30;

/** Of a connection that did not come about. */
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

/**
 * Lends the database of the service, which may be running, to a command, with its tables ready. Rejects with what to do
 * where the server of `DATABASE_URL` lets nobody in.
 */
export async function withReadyDatabase<T>(
  config: Config,
  log: Logger,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openSharedDatabase(config, log);
  try {
    await readySchema(config, database.pool);
    return await work(database);
  } finally {
    await database.close();
  }
}

async function readySchema(config: Config, pool: Pool): Promise<void> {
  try {
    await openSchema(config, pool).ready();
  } catch (error) {
    if (config.databaseUrl === null || !connectionCodes.includes(codeOf(error))) throw error;
    const { what, remedy } = databaseProblem(error, 'server');
    throw new Error(`${what} (${failureText(error)}): ${remedy}. commissions doctor says more`, { cause: error });
  }
}
