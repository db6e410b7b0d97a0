import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { databaseProblem, isExplained } from '../../intake/readiness/database-problem.ts';
import { assertSupported, readSchemaVersions, SchemaVersionError } from '../../intake/records/migrations.ts';
import { type CancelTarget, requestCancel } from '../../platform/database/cancel.ts';
import type { Database, Timeouts } from '../../platform/database/database.ts';
import { failureText } from '../../platform/failure/errors.ts';
import type { Releases } from '../program/releases.ts';
import { migrationsDirectory, openSchema, unfinishedRestore } from './schema.ts';
import { openSharedDatabase } from './stores.ts';

/** The parts that are needed to open a part of the service. */
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

/**
 * Opens the database of the service, which may be running. Creates the tables in an empty database, so that a command
 * may come before the first start. Rejects with a message that names the remedy when the server of `DATABASE_URL`
 * accepts no connection, and when the tables are those of an earlier version or of another program.
 */
export async function openReadyDatabase(context: OpenContext): Promise<Database> {
  const { database } = await openOwnDatabase(context);
  await openSchema(context.config, database.pool).ready();
  return database;
}

/** As `openReadyDatabase`, but rejects when there are no tables. */
export async function openExistingDatabase(context: OpenContext): Promise<Database> {
  const { database, version } = await openOwnDatabase(context);
  if (version > 0) return database;
  throw new SchemaVersionError(
    'The database has no tables of the service: start the service, or run commissions migrate',
  );
}

async function openOwnDatabase({ config, log, releases }: OpenContext) {
  const database = releases.add(await openSharedDatabase(config, log), (opened) => opened.close());
  await assertReachable(config, database.pool);
  return { database, version: await ownVersion(database.pool) };
}

/** Rejects with a message that names the remedy when the server of `DATABASE_URL` accepts no connection. */
export async function assertReachable({ databaseUrl }: Config, pool: Pool): Promise<void> {
  try {
    await pool.query('select');
  } catch (error) {
    if (databaseUrl === null || !isExplained(error)) throw error;
    const { what, remedy } = databaseProblem(error, 'server');
    throw new Error(`${what} (${failureText(error)}): ${remedy}. Run commissions doctor for details`, { cause: error });
  }
}

/** Tables and views, but for those of extensions. */
const relationsText = `
  select exists (
    select from pg_class c
    where c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relkind in ('r', 'p', 'v', 'm')
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )
  ) as found`;

/** Resolves with the version of the tables, 0 in an empty database. Rejects for tables that no command may change. */
async function ownVersion(pool: Pool): Promise<number> {
  const versions = await readSchemaVersions(pool, migrationsDirectory());
  assertSupported(versions);
  const { current, newest, pending } = versions;
  if (pending.length === 0) return current;
  if (current > 0) {
    const unfinished = await unfinishedRestore(pool);
    const older =
      `The tables are those of an earlier version (${current}), and this version needs ${newest}: ` +
      'start the service in this version, or run commissions migrate';
    throw new SchemaVersionError(unfinished ?? older);
  }
  if ((await pool.query<{ found: boolean }>(relationsText)).rows[0]?.found) {
    throw new SchemaVersionError(
      'The database has tables, but none of the service: correct DATABASE_URL, or run commissions migrate to add them',
    );
  }
  return current;
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
  await assertReachable(config, pool);
  return { pool, directory: migrationsDirectory() };
}
