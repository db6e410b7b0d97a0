import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/intake/records/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { type LaterMigrations, makeLaterMigrations } from '../support/later-version.ts';
import { openRecords, type TestRecords } from '../support/open-records.ts';
import { submissionOf } from '../support/submission.ts';

let database: TestDatabase;
let later: LaterMigrations;
let pool: Pool;
let records: TestRecords;

beforeEach(async () => {
  database = await createTestDatabase();
  later = await makeLaterMigrations();
  // One connection, so that statements which it has prepared before are those that run after.
  pool = new Pool({ connectionString: database.url, max: 1 });
  records = openRecords(pool);
  await records.ready();
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  await later.remove();
});

async function useEveryStatement(name: string): Promise<void> {
  const stored = submissionOf(['a', 'b'], { customerName: name }, name);
  expect(await records.complete(await records.claim(stored), stored)).toBe('completed');
  const { id, createdAt } = stored;
  expect(await records.begin(submissionOf(['a', 'b'], { customerName: name }, name))).toEqual({
    earlier: { id, createdAt },
  });
  await records.claim(submissionOf([], { customerName: `${name}, without files` }));
  const failed = submissionOf(['c'], { customerName: `${name}, taken back` });
  await records.claim(failed);
  const keys = failed.files.map(({ key }) => key);
  await records.condemn({ requestId: failed.id, keys, idempotencyKey: null });
}

describe('a process that runs while a later version migrates', () => {
  it('goes on storing, repeating and taking back', async () => {
    await useEveryStatement('Ada');
    const migrating = new Pool({ connectionString: database.url, max: 1 });
    await migrate(migrating, later.directory);
    await migrating.end();
    await useEveryStatement('Bea');
    const { rows } = await pool.query('select customer_name, nickname from submitted_commission_requests order by id');
    expect(rows).toEqual(
      ['Ada', 'Ada, without files', 'Bea', 'Bea, without files'].map((name) => ({
        customer_name: name,
        nickname: 'nobody',
      })),
    );
  });
});
