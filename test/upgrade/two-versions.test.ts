import { Pool as ConnectionPool, type Pool, type QueryResult } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/customers/records/migrate.ts';
import { createUuidV7 } from '../../src/customers/submission/submission.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { loadFirstReleaseDatabase, readOldStatements } from '../support/first-release.ts';
import { migrationsDirectory } from '../support/open-records.ts';

const timeOrderedId = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

let database: TestDatabase;
let pool: Pool;

/**
 * Creates a database of the first release, without its requests, that the new version migrates while the old one runs.
 */
beforeEach(async () => {
  database = await createTestDatabase();
  pool = new ConnectionPool({ connectionString: database.url, max: 4 });
  await loadFirstReleaseDatabase(pool);
  await pool.query('truncate commission_requests, upload_intents, idempotency_keys cascade');
  await migrate(pool, migrationsDirectory);
});

afterEach(async () => {
  await pool.end();
  await database.drop();
});

interface Replayed {
  readonly statement: string;
  readonly result: QueryResult;
}

/** Runs the exact statements that a running process of the first release sends for new submissions. */
async function replay(): Promise<readonly Replayed[]> {
  const { texts, calls } = await readOldStatements();
  const ids = new Map<string, string>();
  const now = (id: string) => {
    if (!ids.has(id)) ids.set(id, createUuidV7(new Date()));
    return ids.get(id) ?? id;
  };
  const replayed: Replayed[] = [];
  for (const { statement, values } of calls) {
    const changed = JSON.parse(JSON.stringify(values).replace(timeOrderedId, now));
    const result = await pool.query({ name: statement, text: texts[statement] ?? '', values: changed });
    replayed.push({ statement, result });
  }
  return replayed;
}

describe('a migrated database', () => {
  it('lets a process of the first release go on storing, repeating and taking back', async () => {
    const replayed = await replay();
    const outcomes = replayed.map(({ statement, result }) => [statement, result.rowCount] as const);
    expect(outcomes).toEqual([
      ['claim-expired', 0],
      ['forget-keys', 0],
      ['begin-links', 1],
      ['begin-intent', 1],
      ['complete', 1],
      ['begin-once', 1],
      ['complete', 1],
      // A repetition of the form, and a different form with the same key.
      ['begin-once', 0],
      ['find-key', 1],
      ['begin-once', 0],
      ['find-key', 1],
      ['begin-once', 1],
      ['complete', 1],
      ['claim-expired', 0],
      ['forget-keys', 0],
      ['begin', 1],
      ['begin-intent', 1],
      ['renew', 1],
      ['abandon', 1],
      ['begin-once', 1],
      // As in that release, this statement is a select that returns a row when the request is gone.
      ['abandon-unanswered', 1],
    ]);
    const found = replayed
      .filter(({ statement }) => statement === 'find-key')
      .map(({ result }) => result.rows[0].is_same);
    expect(found).toEqual([true, false]);
    const { rows } = await pool.query('select customer_name as name from submitted_commission_requests order by id');
    expect(rows.map(({ name }) => name)).toEqual(['Zoë Müller', 'Ünal "the Duke"', 'Kim', 'Ada', 'Bea']);
  });
});
