import type { Pool, PoolClient } from 'pg';
import Postgrator from 'postgrator';

/** Any number that no other user of the same server takes for an advisory lock. */
const migrationLockKey = 7_239_105_541;

const longestTimerMs = 2 ** 31 - 1;

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
    execQuery: (text) => client.query(unhurried(text)),
  });
  // One transaction around all of it: a process killed half-way leaves the schema as it was, and the lock makes
  // processes that start together take turns.
  await client.query('begin');
  await client.query('set local lock_timeout = 0; set local statement_timeout = 0');
  await client.query(unhurried(`select pg_advisory_xact_lock(${migrationLockKey})`));
  await postgrator.migrate();
  await client.query('commit');
}

/** The pool's own limit on a query is for submissions: an index on a large table takes as long as it takes. */
function unhurried(text: string) {
  return { text, query_timeout: longestTimerMs };
}

/** The path as a glob pattern that matches itself alone. */
function literalGlob(path: string): string {
  return path.replace(/[?*()[\]{}]/g, '[$&]');
}
