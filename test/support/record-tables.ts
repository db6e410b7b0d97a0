import { Pool } from 'pg';
import { createTestDatabaseWithTables } from './embedded-database.ts';
import { openRecords, type TestRecords } from './open-records.ts';

/** The tables of the records in a separate database. */
export interface RecordTables {
  readonly pool: Pool;
  /** Opens records with leases of one minute and a grace period of one hour. Each call simulates another replica. */
  openRecords(): TestRecords;
  /** Removes everything stored except the extras. */
  empty(): Promise<void>;
  drop(): Promise<void>;
}

export async function createRecordTables(): Promise<RecordTables> {
  const database = await createTestDatabaseWithTables();
  const pool = new Pool({ connectionString: database.url, max: 24 });
  const openReplica = () => openRecords(pool, { graceMs: 3_600_000 });
  await openReplica().ready();
  return {
    pool,
    openRecords: openReplica,
    async empty() {
      await pool.query('truncate commission_requests, upload_intents, idempotency_keys cascade');
    },
    async drop() {
      await pool.end();
      await database.drop();
    },
  };
}

/** Resolves with the number of statements in the pool's database that wait for a lock. */
export async function lockWaiters(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.n ?? 0;
}
