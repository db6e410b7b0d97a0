import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Extra, publishExtras } from '../../src/intake/records/extras.ts';
import { createSchema } from '../../src/intake/records/schema.ts';
import { createTestDatabaseWithTables, type TestDatabase } from '../support/embedded-database.ts';
import { handled } from '../support/handled.ts';
import { migrationsDirectory, openRecords } from '../support/open-records.ts';
import { lockWaiters } from '../support/record-tables.ts';
import { submissionOf } from '../support/submission.ts';

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await createTestDatabaseWithTables();
  pool = new Pool({ connectionString: database.url, max: 8 });
});

afterEach(async () => {
  await pool.end();
  await database.drop();
});

function open(extras?: readonly Extra[]) {
  const fill = extras && (() => publishExtras(pool, extras));
  return openRecords(pool, { schema: createSchema({ pool, directory: migrationsDirectory, ...(fill && { fill }) }) });
}

const extrasOf = (...ids: string[]) => ids.map((id) => ({ id, name: `Extra ${id}` }));

function requestFor(...extraIds: string[]) {
  const submission = submissionOf([]);
  return { ...submission, payload: { ...submission.payload, extraIds } };
}

async function stored(): Promise<Record<string, string>> {
  const { rows } = await pool.query<Extra>('select id, name from commission_extras order by id');
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

describe('the extras of a catalogue', () => {
  it('are there for the first request', async () => {
    const request = requestFor('b');
    await open(extrasOf('a', 'b')).begin(request);
    const { rows } = await pool.query('select extra_id from commission_request_extras');
    expect(rows).toEqual([{ extra_id: 'b' }]);
  });

  it('are renamed, added and removed at the next start', async () => {
    await open(extrasOf('a', 'b')).ready();
    await open([
      { id: 'b', name: 'Renamed' },
      { id: 'c', name: 'New' },
    ]).ready();
    expect(await stored()).toEqual({ b: 'Renamed', c: 'New' });
  });

  it('stay while a request links to them', async () => {
    const records = open(extrasOf('linked', 'unlinked'));
    await records.begin(requestFor('linked'));
    await open([]).ready();
    expect(await stored()).toEqual({ linked: 'Extra linked' });
  });

  it('are left as they are without a catalogue', async () => {
    await open(extrasOf('a')).ready();
    await open().ready();
    expect(await stored()).toEqual({ a: 'Extra a' });
  });

  it('stay when a request is being linked to them at that moment', async () => {
    const records = open(extrasOf('a'));
    await records.ready();
    const request = requestFor('a');
    const linking = await pool.connect();
    await linking.query('begin');
    await linking.query("select id from commission_extras where id = 'a' for key share");
    const published = handled(open([]).ready());
    await expect.poll(() => lockWaiters(pool), { interval: 5 }).toBe(1);
    await records.begin(request);
    await linking.query('commit');
    linking.release();
    await published;
    expect(await stored()).toEqual({ a: 'Extra a' });
  });

  it('fail no request that is to be linked to one that goes', async () => {
    const records = open(extrasOf('a'));
    await records.ready();
    const client = await pool.connect();
    await client.query('begin');
    await client.query("delete from commission_extras where id = 'a'");
    const begun = handled(records.begin(requestFor('a')));
    await expect.poll(() => lockWaiters(pool), { interval: 5 }).toBe(1);
    await client.query('commit');
    client.release();
    await begun;
    expect((await pool.query('select count(*)::int as links from commission_request_extras')).rows).toEqual([
      { links: 0 },
    ]);
  });
});
