import { readdir } from 'node:fs/promises';
import type { Pool } from 'pg';
import { onceOnly } from '../once-only.ts';
import { packageFolder } from '../package-folder.ts';

const undefinedTable = '42P01';

/** Writes what has to be in the tables. */
type Fill = (pool: Pool) => Promise<void>;

export interface Schema {
  /** Resolves when the tables are up to date. After a rejection the next call tries again. */
  ready(): Promise<void>;
}

/** The tables of the records, brought up to date and filled on the first call of `ready` that reaches the database. */
export function createSchema(pool: Pool, fill: Fill = async () => {}): Schema {
  async function prepare(): Promise<void> {
    await bringUpToDate(pool);
    await fill(pool);
  }

  return { ready: onceOnly(prepare) };
}

async function bringUpToDate(pool: Pool): Promise<void> {
  const directory = packageFolder('#migrations/001.do.requests.sql');
  const [has, wanted] = await Promise.all([versionOf(pool), newestIn(directory)]);
  // A newer one stands for a newer version of the service beside this one: migrations only ever add.
  if (has !== null && has >= wanted) return;
  // Loaded only where it is used: nearly every start finds nothing to do.
  const { migrate } = await import('./migrate.ts');
  await migrate(pool, directory);
}

/** The last migration that the database has had whole, for each is committed with its number. */
async function versionOf(pool: Pool): Promise<number | null> {
  try {
    const { rows } = await pool.query<{ version: string }>(
      'select max(version) as version from commission_schema_version',
    );
    return Number(rows[0]?.version);
  } catch (error) {
    if ((error as { code?: unknown }).code === undefinedTable) return null;
    throw error;
  }
}

async function newestIn(directory: string): Promise<number> {
  const names = await readdir(directory);
  return Math.max(...names.map((name) => Number.parseInt(name, 10)));
}
