import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fadedWord, fillInbox, plantedWords } from '../../bench/inbox/fill-inbox.ts';
import { createAuditHistory, createEventFeed } from '../../src/events/event-pages.ts';
import { createErasureCandidates } from '../../src/keeping/erasure/create-erasure-candidates.ts';
import type { RequestSort } from '../../src/requests/inbox/inbox.ts';
import type { RequestFilter } from '../../src/requests/inbox/request-filter-shape.ts';
import { createRequestReader } from '../../src/requests/inbox/request-reader.ts';
import { indexNextEvents } from '../../src/requests/inbox/search-index.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const requests = 10_000;
const statements: Statement[] = [];
let database: MigratedDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase();
  await fillInbox(database.pool, requests);
  const isIndexed = async () => {
    const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from request_search');
    return rows[0]?.n === requests;
  };
  while (!(await isIndexed())) await indexNextEvents(database.pool);
  await database.pool.query('vacuum (analyze)');
});

afterAll(() => database.close());

/** Returns the pool with a recorder of every statement. */
function recorded(pool: Pool): Pool {
  const query = (first: string | Statement, values: unknown[] = []) => {
    const statement = typeof first === 'string' ? { text: first, values } : first;
    statements.push(statement);
    return pool.query(statement.text, statement.values);
  };
  return new Proxy(pool, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) });
}

type Explained = readonly { readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] }[];

const explained = async ({ text, values }: Statement): Promise<Explained> =>
  (await database.pool.query(`explain (format json) ${text}`, values)).rows;

/** As PostgreSQL plans a prepared statement that has run often. */
async function explainedGenerically({ text, values }: Statement): Promise<Explained> {
  const client = await database.pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare planned as ${text}`);
    const parameters = values.length > 0 ? `(${values.map(() => 'null').join()})` : '';
    return (await client.query(`explain (format json) execute planned${parameters}`)).rows;
  } finally {
    // With its session, and so with the setting.
    client.release(true);
  }
}

/** Resolves with the tables that the statements of a call scan sequentially. */
async function scansIn(call: (pool: Pool) => Promise<unknown>, explain = explained): Promise<string[]> {
  statements.length = 0;
  await call(recorded(database.pool));
  expect(statements).not.toEqual([]);
  const scanned: string[] = [];
  for (const statement of statements) {
    const rows = await explain(statement);
    for (const { Plan: plan } of rows[0]?.['QUERY PLAN'] ?? []) scanned.push(...scansOf(plan));
  }
  return scanned;
}

/** Resolves with the large ones of `scansIn`. */
async function scannedTables(call: (pool: Pool) => Promise<unknown>): Promise<string[]> {
  return (await scansIn(call)).filter((table) => largeTables.includes(table));
}

const largeTables = [
  'commission_requests',
  'commission_request_files',
  'request_events',
  'request_labels',
  'request_search',
];

function scansOf(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}

const dateAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);

const filters: readonly [string, RequestFilter][] = [
  ['no filter', {}],
  ['ids', { id: ['0190b2a8-0000-7000-8000-000000000001', '0190b2a8-0000-7000-8000-000000000002'] }],
  ['a status', { status: ['IN_PROGRESS'] }],
  ['two statuses', { status: ['NEW', 'WAITLISTED'] }],
  ['a type', { type: ['type-11'] }],
  ['a type and a status', { type: ['type-11'], status: ['ACCEPTED'] }],
  ['a label', { label: ['label-30'] }],
  ['a label and a status', { label: ['label-0'], status: ['IN_PROGRESS'] }],
  ['a time', { from: dateAgo(400), to: dateAgo(370) }],
  ['unread', { unread: true }],
  ['unread and a status', { unread: true, status: ['IN_PROGRESS'] }],
  ['with files', { hasFiles: true }],
  ['without files and a status', { hasFiles: false, status: ['IN_PROGRESS'] }],
  ['due before', { dueBefore: dateAgo(700).toISOString().slice(0, 10) }],
  ['a rare word', { q: plantedWords.rare.text }],
  ['a frequent word', { q: plantedWords.frequent.text }],
  ['a common word', { q: plantedWords.common.text }],
  ['a common word and a status', { q: plantedWords.common.text, status: ['IN_PROGRESS'] }],
  ['a word of old requests', { q: fadedWord.text }],
  ['two characters', { q: plantedWords.dense.text }],
];

describe('a large table', () => {
  it.each(filters)('is not read from end to end by a list with %s', async (_, filter) => {
    const list = (pool: Pool) => createRequestReader(pool).list({ filter, sort: 'newest', cursor: null, limit: 50 });
    expect(await scannedTables(list)).toEqual([]);
  });

  it.each(filters)('is not read from end to end by counts with %s', async (_, filter) => {
    expect(await scannedTables((pool) => createRequestReader(pool).counts(filter))).toEqual([]);
  });

  it.each(['newest', 'oldest', 'due', 'changed'] satisfies RequestSort[])(
    'is not read from end to end by a next page: %s',
    async (sort) => {
      const page = async (pool: Pool, cursor: string | null) =>
        createRequestReader(pool).list({ filter: {}, sort, cursor, limit: 50 });
      const next = (await page(database.pool, null))?.next ?? '';
      expect(await scannedTables((pool) => page(pool, next))).toEqual([]);
    },
  );

  it.each(['due', 'changed'] satisfies RequestSort[])(
    'is not read from end to end by a list of one status: %s',
    async (sort) => {
      const query = { filter: { status: ['SPAM'] as const }, sort, cursor: null, limit: 50 };
      expect(await scannedTables((pool) => createRequestReader(pool).list(query))).toEqual([]);
    },
  );

  it('is not read from end to end by the labels that there are', async () => {
    expect(await scannedTables((pool) => createRequestReader(pool).labels())).toEqual([]);
  });

  it('is not read from end to end by the requests of a mailbox', async () => {
    const { rows } = await database.pool.query<{ email: string; n: number }>(
      'select customer_email as email, count(*)::int as n from commission_requests group by 1 order by 2, 1 limit 1',
    );
    const [{ email, n } = { email: '', n: 0 }] = rows;
    const ofPerson = (pool: Pool) => createErasureCandidates(pool).ofPerson(email);
    expect(await ofPerson(database.pool)).toHaveLength(n);
    expect(await scannedTables(ofPerson)).toEqual([]);
    expect(await rowsReadAtLast(ofPerson, ['commission_requests', 'request_search', 'request_events'])).toBeLessThan(
      20 * n,
    );
  });

  it('is read by the other requests of a customer as by what is erased for one', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from commission_requests order by id limit 1',
    );
    const others = (pool: Pool) => createRequestReader(pool).sameCustomer(rows[0]?.id ?? '');
    expect(await scannedTables(others)).toEqual([]);
  });

  it('is not read from end to end by one request, its events and the feed', async () => {
    const page = await createRequestReader(database.pool).list({ filter: {}, sort: 'newest', cursor: null, limit: 1 });
    const id = page?.items[0]?.id ?? '';
    expect(await scannedTables((pool) => createRequestReader(pool).find(id))).toEqual([]);
    expect(await scannedTables((pool) => createRequestReader(pool).events(id))).toEqual([]);
    const feed = await createEventFeed(database.pool).read(null, 200);
    expect(await scannedTables((pool) => createEventFeed(pool).read(feed?.next ?? null, 200))).toEqual([]);
    expect(await scannedTables((pool) => createEventFeed(pool).end())).toEqual([]);
  });
});

describe('the requests that are read', () => {
  const limit = 50;
  const statuses = 8;

  it.each<[string, RequestFilter]>([
    ['a status', { status: ['IN_PROGRESS'] }],
    ['two statuses', { status: ['IN_PROGRESS', 'ACCEPTED'] }],
    ['a type', { type: ['type-11'] }],
    ['a label', { label: ['label-30'] }],
    ['several types', { type: ['type-9', 'type-11'] }],
    ['unread', { unread: true }],
  ])('are no more than a page of each status holds for a list with %s', async (_, filter) => {
    const list = (pool: Pool) => createRequestReader(pool).list({ filter, sort: 'newest', cursor: null, limit });
    const most = 2 * (limit + 1) * statuses + limit + 1;
    expect(await rowsRead(list, ['commission_requests', 'request_labels'])).toBeLessThanOrEqual(most);
  });
});

describe('a search for a frequent word', () => {
  // Simulates a table of a million rows, for which the estimate from the sample is very many matches.
  beforeAll(() =>
    database.pool.query("update pg_class set reltuples = 1000000 where oid = 'request_search'::regclass"),
  );
  afterAll(() => database.pool.query('vacuum (analyze) request_search'));

  it('reads no more requests than a page', async () => {
    const query = { filter: { q: fadedWord.text }, sort: 'newest', cursor: null, limit: 50 } as const;
    const read = await rowsReadAtLast((pool) => createRequestReader(pool).list(query), ['commission_requests']);
    expect(read).toBeGreaterThan(query.limit);
    expect(read).toBeLessThan(3 * query.limit);
  });
});

describe('the events that are read', () => {
  const limit = 200;

  it('are no more than a page holds for the feed from its beginning', async () => {
    expect(await eventsRead((pool) => createEventFeed(pool).read(null, limit))).toBeLessThanOrEqual(limit);
  });

  it('are no more than a page holds for the history, and its next page', async () => {
    await database.pool.query(
      "insert into request_events (actor_kind, kind) select 'system', 'sign-in-failed' from generate_series(1, 5000)",
    );
    const read = (pool: Pool, cursor: string | null) => createAuditHistory(pool).read(cursor, limit);
    expect(await eventsRead((pool) => read(pool, null))).toBeLessThanOrEqual(limit + 1);
    const next = (await read(database.pool, null))?.next ?? '';
    expect(await eventsRead((pool) => read(pool, next))).toBeLessThanOrEqual(limit + 1);
  });
});

describe('forty thousand entries', () => {
  // In short transactions, because one that lasts holds back the feeds of all databases of the server.
  beforeAll(async () => {
    for (let round = 1; round <= 8; round += 1) {
      await database.pool.query(`
        with written as (
          insert into request_entries (request_id, kind, author, via, text)
          select id, 'note', 'program', 'api', 'A note' from (select id from commission_requests limit 5000) requests
          returning id, request_id
        )
        insert into request_events (request_id, actor_kind, kind, to_entry)
        select request_id, 'system', 'note', id from written`);
    }
    await database.pool.query('vacuum (analyze) request_entries, request_events');
  });

  it.each([
    ['that knows the values', explained],
    ['of a prepared statement', explainedGenerically],
  ])('are read by indexes alone in a plan %s', async (_, explain) => {
    const { pool } = database;
    const next = (await createEventFeed(pool).read(null, 200))?.next ?? null;
    const older = (await createAuditHistory(pool).read(null, 50))?.next ?? null;
    const id = (await pool.query('select id from commission_requests limit 1')).rows[0]?.id;
    const calls: readonly ((recording: Pool) => Promise<unknown>)[] = [
      (recording) => createEventFeed(recording).read(next, 200),
      (recording) => createAuditHistory(recording).read(older, 50),
      (recording) => createRequestReader(recording).events(id),
    ];
    const entriesAndMore = [...largeTables, 'request_entries'];
    for (const call of calls) {
      expect((await scansIn(call, explain)).filter((table) => entriesAndMore.includes(table))).toEqual([]);
    }
  });
});

/** Resolves with the event rows that the only statement of a call reads, without the lookup of the newest epoch. */
function eventsRead(call: (pool: Pool) => Promise<unknown>): Promise<number> {
  return rowsRead(call, ['request_events'], (plan) => plan['Node Type'] !== 'Index Only Scan');
}

/**
 * Resolves with the rows that the only statement of a call reads from the tables. Rows that an index skips do not
 * count.
 */
async function rowsRead(
  call: (pool: Pool) => Promise<unknown>,
  tables: readonly string[],
  isCounted: (plan: Plan) => boolean = () => true,
): Promise<number> {
  const read = await rowsReadAtLast(call, tables, isCounted);
  expect(statements).toHaveLength(1);
  return read;
}

/** Resolves with the rows that the last statement reads. Earlier statements look up the matches of a search. */
async function rowsReadAtLast(
  call: (pool: Pool) => Promise<unknown>,
  tables: readonly string[],
  isCounted: (plan: Plan) => boolean = () => true,
): Promise<number> {
  statements.length = 0;
  await call(recorded(database.pool));
  const { text, values } = statements.at(-1) ?? { text: '', values: [] };
  const { rows } = await database.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  const plans = (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan: plan }) => [plan, ...plansIn(plan)]);
  const scans = plans.filter((plan) => tables.includes(plan['Relation Name'] ?? '') && isCounted(plan));
  const ofLoop = (plan: Plan) => (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0);
  return scans.reduce((sum, plan) => sum + ofLoop(plan) * (plan['Actual Loops'] ?? 1), 0);
}

function plansIn(plan: Plan): readonly Plan[] {
  return (plan.Plans ?? []).flatMap((inner) => [inner, ...plansIn(inner)]);
}
