import type { Pool, PoolClient } from 'pg';
import type { Config } from '../../configuration/config.ts';
import { beginEpochAfterRestore } from '../../events/feed-epoch.ts';
import { createSchema, type Schema } from '../../intake/records/schema.ts';
import { continuingCall, readMark } from '../../keeping/backup/rows/restore-mark.ts';
import { publishCurrentExtras } from '../../studio/revisions/published-extras.ts';
import { packageFolder } from '../program/own-package.ts';
import { StartError } from '../program/start-failure.ts';

/** Returns the folder of this version's migrations. */
export function migrationsDirectory(): string {
  return packageFolder('#migrations/101-requests.sql');
}

/** Publishes the studio's extras before the records are first used. Calls `load` after the migrations. */
export function openSchema(
  { studioFile, pendingMigrations }: Config,
  pool: Pool,
  load?: () => Promise<unknown>,
): Schema {
  return createSchema({
    pool,
    directory: migrationsDirectory(),
    pendingMigrations,
    async fill(migrated) {
      await assertNoRestore(migrated);
      await beginEpochAfterRestore(migrated);
      await publishCurrentExtras(migrated, studioFile);
      await load?.();
    },
  });
}

/** Until a restore has filled the tables, the service would delete the restored objects, because no row names them. */
async function assertNoRestore(pool: Pool): Promise<void> {
  const unfinished = await unfinishedRestore(pool);
  if (unfinished !== null) throw new StartError(unfinished);
}

export async function isRestoreUnfinished(database: Pool | PoolClient): Promise<boolean> {
  return (await unfinishedRestore(database)) !== null;
}

const undefinedTable = '42P01';

/** Resolves with a sentence when a restore was interrupted. Null for a database without tables. */
export async function unfinishedRestore(database: Pool | PoolClient): Promise<string | null> {
  try {
    const { rows } = await database.query<{ restoring: string | null }>('select restoring from service_state');
    const mark = rows[0]?.restoring ?? null;
    return mark && `A restore into this service was interrupted: run ${continuingCall(readMark(mark))} again`;
  } catch (error) {
    if ((error as { code?: unknown }).code === undefinedTable) return null;
    throw error;
  }
}
