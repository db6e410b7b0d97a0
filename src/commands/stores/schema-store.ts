import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { type CancelTarget, requestCancel } from '../../database/cancel.ts';
import { packageFolder } from '../../process/own-package.ts';
import { openSharedDatabase } from '../../process/stores/stores.ts';
import { unlimitedStatementMs } from './ready-database.ts';

const cancelLimitMs = 5000;

/** The tables of a service, without pending migrations being run. */
export interface SchemaStore {
  readonly pool: Pool;
  /** The folder of this version's migrations. */
  readonly directory: string;
}

/** Lends the tables of a service, which may be running, to `work`. An abort cancels the statements of `work`. */
export async function withSchema<T>(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  work: (store: SchemaStore) => Promise<T>,
): Promise<T> {
  const database = await openSharedDatabase(config, log);
  try {
    const pool = database.openPool({
      poolSize: 2,
      timeouts: { ...config.timeLimits, statementMs: unlimitedStatementMs },
    });
    const sessions: CancelTarget[] = [];
    // The types of `pg` omit the properties by which a session is cancelled.
    pool.on('connect', (client) => sessions.push(client as unknown as CancelTarget));
    signal.addEventListener('abort', () => {
      for (const session of sessions) void requestCancel(session, cancelLimitMs);
    });
    return await work({ pool, directory: packageFolder('#migrations/001-requests.sql') });
  } finally {
    await database.close();
  }
}
