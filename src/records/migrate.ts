import type { Pool, PoolClient } from 'pg';
import Postgrator from 'postgrator';

/** Any number that no other user of the same server takes for an advisory lock. */
const migrationLockKey = 7_239_105_541;

/** Runs the migrations of the directory that the database has not had yet. */
export async function migrate(pool: Pool, directory: string): Promise<void> {
  const client = await pool.connect();
  try {
    await migrateOn(client, directory);
    client.release();
  } catch (error) {
    // The transaction may still be open, or the connection gone: neither goes back to the pool.
    client.release(true);
    throw error;
  }
}

async function migrateOn(client: PoolClient, directory: string): Promise<void> {
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: `${literalGlob(directory)}/*.sql`,
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
