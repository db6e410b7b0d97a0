import type { Pool } from 'pg';
import { untilAborted, withinLimit } from '../../platform/waiting/within-limit.ts';
import { migrate } from './migrate.ts';
import { assertSupported, migrationName, readSchemaVersions, SchemaVersionError } from './migrations.ts';

export type Schema = ReturnType<typeof createSchema>;

interface SchemaOptions {
  readonly pool: Pool;
  /** Where the migrations are. */
  readonly directory: string;
  /** Whether pending migrations are run or cause an error. Default: `run`. */
  readonly pendingMigrations?: 'run' | 'refuse' | undefined;
  /** Writes the rows that must exist before the tables are used. */
  fill?(pool: Pool): Promise<void>;
}

/** Creates the schema. The first call that reaches the database brings the tables up to date and fills them. */
export function createSchema(options: SchemaOptions) {
  const { pool, fill } = options;
  let preparing: Promise<void> | null = null;
  let isReady = false;

  async function prepare(): Promise<void> {
    await bringUpToDate(options);
    await fill?.(pool);
    isReady = true;
  }

  /**
   * Resolves when the tables are up to date. After a rejection the next call tries again.
   * @throws {SchemaVersionError} when the tables are newer than this program, older and must not be migrated here, or of 0.1.0
   */
  function ready(): Promise<void> {
    preparing ??= prepare().catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    return preparing;
  }

  return {
    ready,
    /** As `ready`, but rejects after this time: a migration may take hours, and no submission waits so long. */
    async readyWithin(timeoutMs: number): Promise<void> {
      if (isReady) return;
      const text = 'The tables are still being brought up to date';
      await withinLimit(timeoutMs, null, (signal) => untilAborted(ready(), signal), text);
    },
  };
}

/** Reads the versions without a lock first, because most starts have no pending migrations. */
async function bringUpToDate({ pool, directory, pendingMigrations = 'run' }: SchemaOptions): Promise<void> {
  const versions = await readSchemaVersions(pool, directory);
  assertSupported(versions);
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
