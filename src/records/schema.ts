import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { currentVersion, migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';

const undefinedTable = '42P01';

export interface Schema {
  /** Resolves when the tables are up to date. After a rejection the next call tries again. */
  ready(): Promise<void>;
  /** As `ready`, but rejects after this long: a migration may take hours, and no submission waits for them. */
  readyWithin(timeoutMs: number): Promise<void>;
}

export interface SchemaOptions {
  readonly pool: Pool;
  /** Where the migrations are. */
  readonly directory: string;
  /** Writes what has to be in the tables before they are used. */
  fill?(pool: Pool): Promise<void>;
}

/** The tables of the records, brought up to date and filled on the first call that reaches the database. */
export function createSchema({ pool, directory, fill }: SchemaOptions): Schema {
  let preparing: Promise<void> | null = null;
  let isReady = false;

  async function prepare(): Promise<void> {
    await bringUpToDate(pool, directory);
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
      if (!isReady) await withTimeout(ready(), timeoutMs);
    },
  };
}

/** Looks without a lock first: nearly every start finds nothing to do. */
async function bringUpToDate(pool: Pool, directory: string): Promise<void> {
  const [current, migrations] = await Promise.all([
    currentVersion(pool).catch(zeroWithoutTable),
    readMigrations(directory),
  ]);
  // A higher version stands for a newer version of the service beside this one: migrations only ever add.
  if (current < (migrations.at(-1)?.version ?? 0)) await migrate(pool, directory);
}

function zeroWithoutTable(error: unknown): number {
  if ((error as { code?: unknown }).code === undefinedTable) return 0;
  throw error;
}

async function withTimeout(ready: Promise<void>, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error('The tables are still being brought up to date');
  });
  try {
    await Promise.race([ready, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => {});
  }
}
