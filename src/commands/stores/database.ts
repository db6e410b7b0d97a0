import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { type CancelTarget, requestCancel } from '../../database/cancel.ts';
import type { Database, Timeouts } from '../../database/database.ts';
import { packageFolder } from '../../process/own-package.ts';
import type { Releases } from '../../process/releases.ts';
import { openSchema } from '../../process/stores/schema.ts';
import { openSharedDatabase } from '../../process/stores/stores.ts';
import { readSchemaVersions, SchemaVersionError } from '../../records/migrations.ts';
import { assertReachable } from './reachable.ts';

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

/**
 * Opens the database of the service, which may be running. Creates the tables in an empty database, so that a command
 * may come before the first start. Rejects with a message that says what to do when the server of `DATABASE_URL`
 * accepts no connection, and when the tables are those of an earlier version or of another program.
 */
export async function openReadyDatabase({ config, log, releases }: OpenContext): Promise<Database> {
  const database = releases.add(await openSharedDatabase(config, log), (opened) => opened.close());
  const { pool } = database;
  await assertReachable(config, pool);
  await assertOwnTables(pool);
  await openSchema(config, pool).ready();
  return database;
}

const tablesText = `
  select exists (
    select from pg_class where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p', 'v', 'm')
  ) as found`;

async function assertOwnTables(pool: Pool): Promise<void> {
  const { current, newest, pending } = await readSchemaVersions(pool, migrationsDirectory());
  if (pending.length === 0) return;
  if (current > 0) {
    throw new SchemaVersionError(
      `The tables are those of an earlier version (${current}), and this version needs ${newest}: ` +
        'start the service in this version, or run commissions migrate',
    );
  }
  if ((await pool.query<{ found: boolean }>(tablesText)).rows[0]?.found) {
    throw new SchemaVersionError(
      'The database has tables, but none of the service: correct DATABASE_URL, or run commissions migrate to add them',
    );
  }
}

/** Returns the folder of this version's migrations. */
function migrationsDirectory(): string {
  return packageFolder('#migrations/001-requests.sql');
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
