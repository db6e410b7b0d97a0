import type { Pool, PoolClient } from 'pg';
import type { Config } from '../../configuration/config.ts';
import { beginEpochAfterRestore } from '../../inbox/feed-epoch.ts';
import { publishExtras } from '../../records/extras.ts';
import { createSchema, type Schema } from '../../records/schema.ts';
import { packageFolder } from '../own-package.ts';
import { StartError } from '../start-failure.ts';

/** Publishes the catalogue's extras before the records are first used. Calls `load` after the migrations. */
export function openSchema(
  { catalogue, pendingMigrations }: Config,
  pool: Pool,
  load?: () => Promise<unknown>,
): Schema {
  const directory = packageFolder('#migrations/001-requests.sql');
  const extras = catalogue?.extras.map(({ id, name }) => ({ id, name: name.en ?? id }));
  return createSchema({
    pool,
    directory,
    pendingMigrations,
    async fill(migrated) {
      await assertNoRestore(migrated);
      await beginEpochAfterRestore(migrated);
      if (extras) await publishExtras(migrated, extras);
      await load?.();
    },
  });
}

/** Until a restore has filled the rows, the service would take the objects for waste. */
async function assertNoRestore(pool: Pool): Promise<void> {
  if (await isRestoreUnfinished(pool)) throw new StartError(unfinishedRestoreText);
}

const undefinedTable = '42P01';

/** Resolves with true when a restore was interrupted. False for a database from before there were restores. */
export async function isRestoreUnfinished(database: Pool | PoolClient): Promise<boolean> {
  const text = 'select restoring is not null as is_unfinished from service_state';
  try {
    return (await database.query<{ is_unfinished: boolean }>(text)).rows[0]?.is_unfinished === true;
  } catch (error) {
    if ((error as { code?: unknown }).code === undefinedTable) return false;
    throw error;
  }
}

export const unfinishedRestoreText =
  'A restore into this service was broken off: run commissions restore with the same folder again';
