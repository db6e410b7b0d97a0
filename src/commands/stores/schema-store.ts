import type { Pool } from 'pg';
import { type CancelTarget, requestCancel } from '../../database/cancel.ts';
import { packageFolder } from '../../process/own-package.ts';
import { openSharedDatabase } from '../../process/stores/stores.ts';
import { type OpenContext, patientTimeouts } from './ready-database.ts';

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
