import { Pool } from 'pg';
import { createSubmissionRecords } from '../../src/records/create-submission-records.ts';
import type { SubmissionRecords } from '../../src/records/submission-records.ts';
import { createTestDatabase } from './embedded-database.ts';

/** The tables of the records in a database of their own. */
export interface RecordTables {
  readonly pool: Pool;
  /** With leases of a minute and a grace period of an hour; each call stands for another replica. */
  openRecords(): SubmissionRecords;
  /** Removes everything stored but the extras. */
  empty(): Promise<void>;
  drop(): Promise<void>;
}

export async function createRecordTables(): Promise<RecordTables> {
  const database = await createTestDatabase();
  const pool = new Pool({ connectionString: database.url, max: 24 });
  const openRecords = () => createSubmissionRecords(pool, { leaseMs: 60_000, graceMs: 3_600_000 });
  await openRecords().ready();
  return {
    pool,
    openRecords,
    async empty() {
      await pool.query('truncate commission_requests, upload_intents cascade');
    },
    async drop() {
      await pool.end();
      await database.drop();
    },
  };
}

/** How many statements of the pool's database wait for a lock. */
export async function lockWaiters(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.n ?? 0;
}
