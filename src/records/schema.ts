import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import Postgrator from 'postgrator';

const migrationsDirectory = fileURLToPath(new URL('../../src/records/migrations/', import.meta.url));

/** Any number that no other user of the same server takes for an advisory lock. */
const migrationLockKey = 7_239_105_541;

export interface Schema {
  /** Resolves when the tables are up to date. After a rejection the next call tries again. */
  ready(): Promise<void>;
}

/** The tables of the records, brought up to date on the first call of `ready` that reaches the database. */
export function createSchema(pool: Pool): Schema {
  let attempt: Promise<void> | null = null;
  return {
    ready() {
      attempt ??= migrate(pool).catch((error: unknown) => {
        attempt = null;
        throw error;
      });
      return attempt;
    },
  };
}

async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await migrateOn(client);
    client.release();
  } catch (error) {
    // The transaction may still be open, or the connection gone: neither goes back to the pool.
    client.release(true);
    throw error;
  }
}

async function migrateOn(client: PoolClient): Promise<void> {
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: `${literalGlob(migrationsDirectory)}*.sql`,
    schemaTable: 'commission_schema_version',
    newline: 'LF',
    execQuery: (sql) => client.query(sql),
  });
  // One transaction around all of it: a process killed half-way leaves the schema as it was, and the lock makes
  // processes that start together take turns.
  await client.query('begin');
  await client.query('set local lock_timeout = 0; set local statement_timeout = 0');
  await client.query('select pg_advisory_xact_lock($1)', [migrationLockKey]);
  await postgrator.migrate();
  await client.query('commit');
}

/** The path as a glob pattern that matches itself alone. */
function literalGlob(path: string): string {
  return path.replace(/[?*()[\]{}]/g, '[$&]');
}
