import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { assertSupported, type Migration, readSchemaVersions, versionsTable } from './migrations.ts';

/** Key of an advisory lock. No other user of the same server may use this number. */
const migrationLockKey = 7_239_105_541;

const longestTimerMs = 2 ** 31 - 1;

const createVersionsText = `
  create table if not exists ${versionsTable} (
    version bigint primary key, name text, run_at timestamptz
  )`;
const insertVersionText = `
  insert into ${versionsTable} (version, name, run_at) values ($1, $2, now())`;

/**
 * Runs the pending migrations of the directory, up to a version, in one transaction: a process killed half-way leaves
 * the schema unchanged. Processes that start together take turns.
 * @param onMigration Called before each migration.
 * @throws {SchemaVersionError} when the tables are those of a newer version of the service, or of 0.1.0
 */
export async function migrate(
  pool: Pool,
  directory: string,
  upTo = Number.POSITIVE_INFINITY,
  onMigration?: (migration: Migration) => void,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0');
    await run(client, `select pg_advisory_xact_lock(${migrationLockKey})`);
    await run(client, createVersionsText);
    const versions = await readSchemaVersions(client, directory);
    assertSupported(versions);
    for (const migration of versions.pending) {
      if (migration.version > upTo) break;
      onMigration?.(migration);
      await apply(client, directory, migration);
    }
  });
}

async function apply(client: PoolClient, directory: string, { version, name, fileName }: Migration): Promise<void> {
  const text = await readFile(join(directory, fileName), 'utf8');
  await run(client, text);
  await run(client, insertVersionText, [version, name]);
}

/** Runs a query without the pool's time limit, because an index on a large table may take long. */
async function run(client: PoolClient, text: string, values?: unknown[]): Promise<void> {
  const query = { text, query_timeout: longestTimerMs, ...(values && { values }) };
  await client.query(query);
}
