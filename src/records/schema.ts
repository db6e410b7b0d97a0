import type { Pool } from 'pg';
import { untilAborted } from '../waiting/until-aborted.ts';
import { withinLimit } from '../waiting/within-limit.ts';
import { migrate } from './migrate.ts';
import { migrationName, newerSchemaText, readSchemaVersions, SchemaVersionError } from './migrations.ts';

export interface Schema {
  /**
   * Resolves when the tables are up to date. After a rejection the next call tries again.
   * @throws {SchemaVersionError} when the tables are newer than this program, or behind and not to be migrated here
   */
  ready(): Promise<void>;
  /** As `ready`, but rejects after this long: a migration may take hours, and no submission waits for them. */
  readyWithin(timeoutMs: number): Promise<void>;
}

interface SchemaOptions {
  readonly pool: Pool;
  /** Where the migrations are. */
  readonly directory: string;
  /** What is done about tables that are behind; run when left out. */
  readonly pendingMigrations?: 'run' | 'refuse' | undefined;
  /** Writes what has to be in the tables before they are used. */
  fill?(pool: Pool): Promise<void>;
}

/** The tables of the records, brought up to date and filled on the first call that reaches the database. */
export function createSchema(options: SchemaOptions): Schema {
  const { pool, fill } = options;
  let preparing: Promise<void> | null = null;
  let isReady = false;

  async function prepare(): Promise<void> {
    await bringUpToDate(options);
    await fill?.(pool);
    isReady = true;
  }

  function ready(): Promise<void> {
    preparing ??= prepare().catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    return preparing;
  }

  return {
    ready,
    async readyWithin(timeoutMs) {
      if (isReady) return;
      const text = 'The tables are still being brought up to date';
      await withinLimit(timeoutMs, [], (signal) => untilAborted(ready(), signal), text);
    },
  };
}

/** Looks without a lock first: nearly every start finds nothing to do. */
async function bringUpToDate({ pool, directory, pendingMigrations = 'run' }: SchemaOptions): Promise<void> {
  const versions = await readSchemaVersions(pool, directory);
  const refusal = newerSchemaText(versions);
  if (refusal !== null) throw new SchemaVersionError(refusal);
  if (versions.pending.length === 0) return;
  if (pendingMigrations === 'run') {
    await migrate(pool, directory);
    return;
  }
  throw new SchemaVersionError(
    `The database lacks ${versions.pending.map(migrationName).join(', ')}, and MIGRATE is off: ` +
      'run commissions migrate of this version, or set MIGRATE=on',
  );
}
