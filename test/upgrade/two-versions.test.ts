import type { Pool, QueryResult } from 'pg';
import { Pool as ConnectionPool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { indexNewRequests } from '../../src/inbox/search-index.ts';
import { createAdoptRequests } from '../../src/records/adopt-requests.ts';
import { migrate } from '../../src/records/migrate.ts';
import { createUuidV7 } from '../../src/submission/uuid-v7.ts';
import { openInbox } from '../inbox/stage.ts';
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

it('shows what a process of the first release stores meanwhile as it does all others', async () => {
  await pool.query(`
    insert into delivery_channels (id, kind, name, types, settings)
    values (gen_random_uuid(), 'webhook', 'shop', array['request.created'], '{}')`);
  await replay();
  // Two processes adopt at the same time. A third run repeats the adoption.
  const adoptRequests = createAdoptRequests(pool);
  await Promise.all([adoptRequests(), createAdoptRequests(pool)()]);
  await adoptRequests();
  const { reader } = openInbox(pool);
  const list = async (filter: object) =>
    (await reader.list({ filter, sort: 'oldest', cursor: null, limit: 50 }))?.items.map(
      ({ customerName }) => customerName,
    );
  expect(await list({ status: ['NEW'] })).toEqual(['Zoë Müller', 'Ünal "the Duke"', 'Kim', 'Ada', 'Bea']);
  expect(await list({ hasFiles: true })).toEqual(['Ünal "the Duke"', 'Kim', 'Ada']);
  // An event is readable once every older transaction of the server has ended, including those of other databases.
  const search = async () => {
    await indexNewRequests(pool, new AbortController().signal);
    return list({ q: 'lighthouse' });
  };
  await expect.poll(search, { timeout: 30_000 }).toEqual(['Kim']);
  const { rows } = await pool.query(`
    select count(*)::int as events, count(distinct request_id)::int as requests, bool_and(e.at = r.created_at) as is_then,
      (select count(*)::int from deliveries) as deliveries
    from request_events e join commission_requests r on r.id = e.request_id where e.kind = 'created'`);
  expect(rows).toEqual([{ events: 5, requests: 5, is_then: true, deliveries: 5 }]);
});

it('asks for no requests where all processes have always told of them', async () => {
  await replay();
  await pool.query("update commission_schema_version set run_at = run_at - interval '9 days' where version >= 7");
  await createAdoptRequests(pool)();
  expect((await pool.query('select from request_events')).rowCount).toBe(0);
});
