import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import { packageFolder } from './package-folder.ts';
import { openSharedDatabase } from './stores.ts';

/** For a statement: a large table takes as long as it takes. */
const patientMs = 2 ** 30;

/** The tables of a service, as they are. */
export interface SchemaStore {
  readonly pool: Pool;
  /** Where this version's migrations are. */
  readonly directory: string;
}

/** Lends the tables of a service, which may be running, to `work`. An abort cancels what the database is doing for it. */
export async function withSchema<T>(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  work: (store: SchemaStore) => Promise<T>,
): Promise<T> {
  const database = await openSharedDatabase(config, log);
  try {
    const pool = database.openPool({ poolSize: 2, timeouts: { ...config.timeLimits, statementMs: patientMs } });
    const sessions: number[] = [];
    // Left out of the types of `pg`.
    pool.on('connect', (client) => sessions.push((client as unknown as { processID: number }).processID));
    const cancel = () =>
      void database.pool
        .query('select pg_cancel_backend(pid) from unnest($1::int[]) as pid', [sessions])
        .catch(() => {});
    signal.addEventListener('abort', cancel);
    return await work({ pool, directory: packageFolder('#migrations/001-requests.sql') });
  } finally {
    await database.close();
  }
}
