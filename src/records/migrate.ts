import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { type Migration, readMigrations } from './migrations.ts';

/** Any number that no other user of the same server takes for an advisory lock. */
const migrationLockKey = 7_239_105_541;

const longestTimerMs = 2 ** 31 - 1;

const createVersionsText = `
  create table if not exists commission_schema_version (
    version bigint primary key, name text, md5 text, run_at timestamptz
  )`;
const insertVersionText = `
  insert into commission_schema_version (version, name, md5, run_at) values ($1, $2, $3, now())`;

/**
 * Runs the migrations of the directory that the database has not had yet, up to a version, in one transaction: a process
 * killed half-way leaves the schema as it was. Processes that start together take turns.
 */
export async function migrate(pool: Pool, directory: string, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0');
    await run(client, `select pg_advisory_xact_lock(${migrationLockKey})`);
    await run(client, createVersionsText);
    const current = await currentVersion(client);
    for (const migration of await readMigrations(directory)) {
      if (migration.version > current && migration.version <= upTo) await apply(client, directory, migration);
    }
  });
}

/** The last migration that the database has had, 0 for none. Rejects without the table of versions. */
export async function currentVersion(database: Pool | PoolClient): Promise<number> {
  const { rows } = await database.query(
    'select coalesce(max(version), 0)::int as version from commission_schema_version',
  );
  return rows[0].version;
}

async function apply(client: PoolClient, directory: string, { version, name, fileName }: Migration): Promise<void> {
  const text = await readFile(join(directory, fileName), 'utf8');
  await run(client, text);
  const md5 = createHash('md5').update(text).digest('hex');
  await run(client, insertVersionText, [version, name, md5]);
}

/** Without the pool's limit on a query: an index on a large table takes as long as it takes. */
async function run(client: PoolClient, text: string, values?: unknown[]): Promise<void> {
  const query = { text, query_timeout: longestTimerMs, ...(values && { values }) };
  await client.query(query);
}
