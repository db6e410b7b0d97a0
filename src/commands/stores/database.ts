import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { type CancelTarget, requestCancel } from '../../database/cancel.ts';
import type { Database, Timeouts } from '../../database/database.ts';
import { failureText } from '../../failure/errors.ts';
import { packageFolder } from '../../process/own-package.ts';
import type { Releases } from '../../process/releases.ts';
import { openSchema } from '../../process/stores/schema.ts';
import { openSharedDatabase } from '../../process/stores/stores.ts';
import { databaseProblem } from '../../readiness/database-problem.ts';
import { codeOf } from '../../readiness/problem.ts';

/** What opening a part of the service needs. */
export interface OpenContext {
  readonly config: Config;
  readonly log: Logger;
  /** Closes what was opened. */
  readonly releases: Releases;
}

/** Returns the time limits of commands, effectively without one for statements: those on a large table may take long. */
export function patientTimeouts({ timeLimits }: Config): Timeouts {
  return { ...timeLimits, statementMs: 2 ** 30 };
}

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

/**
 * Opens the database of the service, which may be running, and makes its tables ready. When the server of
 * `DATABASE_URL` accepts no connection, rejects with a message that says what to do.
 */
export async function openReadyDatabase({ config, log, releases }: OpenContext): Promise<Database> {
  const database = releases.add(await openSharedDatabase(config, log), (opened) => opened.close());
  await readySchema(config, database.pool);
  return database;
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

const cancelLimitMs = 5000;

/** The tables of a service, without pending migrations being run. */
export interface SchemaStore {
  readonly pool: Pool;
  /** The folder of this version's migrations. */
  readonly directory: string;
}

/** Opens the tables of a service, which may be running. An abort cancels the statements of the pool. */
export async function openSchemaStore(
  { config, log, releases }: OpenContext,
  signal: AbortSignal,
): Promise<SchemaStore> {
  const database = releases.add(await openSharedDatabase(config, log), (opened) => opened.close());
  const pool = database.openPool({ poolSize: 2, timeouts: patientTimeouts(config) });
  const sessions: CancelTarget[] = [];
  // The types of `pg` omit the properties by which a session is cancelled.
  pool.on('connect', (client) => sessions.push(client as unknown as CancelTarget));
  signal.addEventListener('abort', () => {
    for (const session of sessions) void requestCancel(session, cancelLimitMs);
  });
  return { pool, directory: packageFolder('#migrations/001-requests.sql') };
}
