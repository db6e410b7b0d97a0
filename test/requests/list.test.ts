import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestStatuses } from '../../src/events/statuses.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { untriedFile, wholeRequest } from '../support/whole-request.ts';
import { type InboxStage, openInbox } from './stage.ts';

let database: MigratedDatabase;
let inbox: InboxStage;

beforeAll(async () => {
  database = await openMigratedDatabase();
});

beforeEach(() => {
  inbox = openInbox(database.pool);
});

afterEach(() => database.pool.query('truncate commission_requests, request_events cascade'));

afterAll(() => database.close());

const at = (time: string) => new Date(`2026-03-01T${time}Z`);

describe('the list', () => {
  it('leaves out a request whose attachments are not all stored', async () => {
    const id = await inbox.store();
    await database.pool.query("insert into upload_intents (request_id, keys, lease_until) values ($1, '{}', now())", [
      id,
    ]);
    expect(await inbox.ids()).toEqual([]);
    expect(await inbox.reader.find(id)).toBeNull();
    await database.pool.query('delete from upload_intents');
    expect(await inbox.ids()).toEqual([id]);
  });

  it('holds all that the customer sent', async () => {
    await database.pool.query("insert into commission_extras values ('ink', 'Ink')");
    const id = await inbox.store({ name: 'Zoë', typeId: 'portrait', files: ['a.png', '../b.png'] });
    await database.pool.query("insert into commission_request_extras values ($1, 'ink')", [id]);
    expect(await inbox.reader.find(id)).toEqual(
      wholeRequest({
        id,
        createdAt: expect.any(Date),
        customerName: 'Zoë',
        typeId: 'portrait',
        extras: [{ id: 'ink', name: 'Ink' }],
        files: ['a.png', '../b.png'].map((name, at) => ({ ...untriedFile(at, name), sha256: expect.any(String) })),
      }),
    );
    await database.pool.query('truncate commission_extras cascade');
  });

  it('is in the order of coming, the newest or the oldest first', async () => {
    const ids = [];
    for (const time of ['10:00', '10:01', '10:02']) ids.push(await inbox.store({ createdAt: at(time) }));
    expect(await inbox.ids({}, 'oldest')).toEqual(ids);
    expect(await inbox.ids({}, 'newest')).toEqual([...ids].reverse());
  });

  it('has what is due first, and then what is not', async () => {
    const [never, late, soon] = [await inbox.store(), await inbox.store(), await inbox.store()];
    await inbox.editor.change(late, 1, { dueOn: '2026-12-24' }, inbox.actor);
    await inbox.editor.change(soon, 1, { dueOn: '2026-11-30' }, inbox.actor);
    expect(await inbox.ids({}, 'due')).toEqual([soon, late, never]);
  });

  it('has the highest price first in whole units, and requests without a price last', async () => {
    const [none, euros, dinars, yen] = await Promise.all(Array.from({ length: 4 }, () => inbox.store()));
    const prices = [
      [euros, { amount: 50_000, currency: 'EUR' }],
      [dinars, { amount: 500_001, currency: 'KWD' }],
      [yen, { amount: 12_000, currency: 'JPY' }],
    ] as const;
    for (const [id, price] of prices) await inbox.editor.change(id ?? '', 1, { price }, inbox.actor);
    expect(await inbox.ids({}, 'price')).toEqual([yen, dinars, euros, none]);
  });

  it('has what was changed last first, and then what never was', async () => {
    const [first, second, third] = [await inbox.store(), await inbox.store(), await inbox.store()];
    await inbox.editor.change(second, 1, { status: 'ACCEPTED' }, inbox.actor);
    await inbox.editor.change(first, 1, { status: 'DECLINED' }, inbox.actor);
    expect(await inbox.ids({}, 'changed')).toEqual([first, second, third]);
  });

  it.each(['newest', 'oldest', 'due', 'changed', 'price'] as const)('goes on behind a page: %s', async (sort) => {
    const ids = [];
    for (let index = 0; index < 7; index += 1) ids.push(await inbox.store());
    for (const [index, id] of ids.slice(0, 4).entries()) {
      const price = { amount: 1999 + (index % 2), currency: 'EUR' };
      await inbox.editor.change(id, 1, { dueOn: `2026-12-0${1 + (index % 2)}`, price }, inbox.actor);
    }
    const whole = await inbox.ids({}, sort);
    const paged: string[] = [];
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
      const page = await inbox.reader.list({ filter: {}, sort, cursor, limit: 2 });
      paged.push(...(page?.items ?? []).map(({ id }) => id));
      cursor = page?.next ?? null;
    }
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(7);
  });

  it('is not moved by what comes while somebody pages through it', async () => {
    const ids = [await inbox.store({ createdAt: at('10:00') }), await inbox.store({ createdAt: at('10:01') })];
    const first = await inbox.reader.list({ filter: {}, sort: 'newest', cursor: null, limit: 1 });
    await inbox.store({ createdAt: at('10:02') });
    const second = await inbox.reader.list({ filter: {}, sort: 'newest', cursor: first?.next ?? '', limit: 1 });
    expect([first, second].map((page) => page?.items[0]?.id)).toEqual([...ids].reverse());
  });

  it.each(['', 'x', 'W10', "';drop table commission_requests--", 'WyJuZXdlc3QiLDAsMCwwXQ'])(
    'rejects a cursor that it did not give: %s',
    async (cursor) => {
      expect(await inbox.reader.list({ filter: {}, sort: 'newest', cursor, limit: 1 })).toBeNull();
    },
  );

  it.each(['2026-99-99', '2026-02-30', '0000-01-01', '2026-11-20 25:00:00+00'])(
    'rejects a cursor with a time that no calendar has: %s',
    async (key) => {
      const parts = ['due', '0', key, '00000000-0000-7000-8000-000000000000'];
      const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
      expect(await inbox.reader.list({ filter: {}, sort: 'due', cursor, limit: 1 })).toBeNull();
    },
  );

  it('rejects the cursor of another order', async () => {
    await inbox.store();
    await inbox.store();
    const page = await inbox.reader.list({ filter: {}, sort: 'oldest', cursor: null, limit: 1 });
    expect(await inbox.reader.list({ filter: {}, sort: 'due', cursor: page?.next ?? '', limit: 1 })).toBeNull();
  });
});

describe('the filters', () => {
  it('include the beginning of a time and exclude its end', async () => {
    const [early, middle, late] = [
      await inbox.store({ createdAt: at('10:00') }),
      await inbox.store({ createdAt: at('11:00') }),
      await inbox.store({ createdAt: at('12:00') }),
    ];
    expect(await inbox.ids({ from: at('11:00') })).toEqual([late, middle]);
    expect(await inbox.ids({ to: at('11:00') })).toEqual([early]);
    expect(await inbox.ids({ from: at('11:00'), to: at('12:00') })).toEqual([middle]);
  });

  it('hold by id too, under the other conditions', async () => {
    const [first, , third] = [await inbox.store(), await inbox.store(), await inbox.store({ typeId: 'portrait' })];
    expect(await inbox.ids({ id: [first, third, randomUUID()] })).toEqual([third, first]);
    expect(await inbox.ids({ id: [first, third], type: ['portrait'] })).toEqual([third]);
    expect(await inbox.reader.counts({ id: [first, third] })).toMatchObject({ NEW: 2 });
  });

  it('hold by type, status, read state, files, labels and due date', async () => {
    const plain = await inbox.store();
    const portrait = await inbox.store({ typeId: 'portrait', files: ['a.png'] });
    const { actor, editor } = inbox;
    await editor.change(portrait, 1, { status: 'ACCEPTED', labels: ['vip', 'gift'], dueOn: '2026-12-01' }, actor);
    await editor.change(portrait, null, { unread: false }, actor);
    expect(await inbox.ids({ type: ['portrait', 'other'] })).toEqual([portrait]);
    expect(await inbox.ids({ status: ['ACCEPTED'] })).toEqual([portrait]);
    expect(await inbox.ids({ status: ['NEW', 'ACCEPTED'] })).toEqual([portrait, plain]);
    expect(await inbox.ids({ unread: true })).toEqual([plain]);
    expect(await inbox.ids({ unread: false })).toEqual([portrait]);
    expect(await inbox.ids({ hasFiles: true })).toEqual([portrait]);
    expect(await inbox.ids({ hasFiles: false })).toEqual([plain]);
    expect(await inbox.ids({ label: ['vip'] })).toEqual([portrait]);
    expect(await inbox.ids({ label: ['vip', 'none'] })).toEqual([]);
    expect(await inbox.ids({ dueBefore: '2026-12-02' })).toEqual([portrait]);
    expect(await inbox.ids({ dueBefore: '2026-12-01' })).toEqual([]);
  });

  it('hold by types that are longer than an index takes', async () => {
    const longType = 'ü'.repeat(501);
    const long = await inbox.store({ typeId: longType });
    const short = await inbox.store({ typeId: 'portrait' });
    expect(await inbox.ids({ type: [longType] })).toEqual([long]);
    expect(await inbox.ids({ type: [longType, 'portrait'] })).toEqual([short, long]);
    expect(await inbox.reader.counts({ type: [longType] })).toMatchObject({ NEW: 1 });
  });

  it('take every value for what it is', async () => {
    await inbox.store();
    for (const value of ["' or true --", '{}', '%', '\\']) {
      expect(await inbox.ids({ type: [value] })).toEqual([]);
      expect(await inbox.ids({ label: [value] })).toEqual([]);
    }
  });
});

describe('the counts', () => {
  it('are by status, under all the other filters', async () => {
    const [first] = [await inbox.store({ typeId: 'a' }), await inbox.store({ typeId: 'a' }), await inbox.store()];
    await inbox.editor.change(first, 1, { status: 'SPAM' }, inbox.actor);
    expect(await inbox.reader.counts({ type: ['a'], status: ['NEW'] })).toEqual({
      ...Object.fromEntries(requestStatuses.map((status) => [status, 0])),
      NEW: 1,
      SPAM: 1,
    });
  });

  it('are exact up to 10,000', async () => {
    const insert = (count: number) =>
      database.pool.query(
        `insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
         select gen_random_uuid(), now(), 'NEW', 'x', 'x@example.org', 'x', '{}' from generate_series(1, $1)`,
        [count],
      );
    await insert(10_000);
    expect((await inbox.reader.counts({})).NEW).toBe(10_000);
    await insert(1);
    expect((await inbox.reader.counts({})).NEW).toBe('10000+');
  });

  it('are not taken anew for a while beyond that, and the others are', async () => {
    const ofType = { type: ['many'] };
    await database.pool.query(
      `insert into commission_requests (
         id, created_at, status, customer_name, customer_email, message, extra_ids, type_id
       )
       select gen_random_uuid(), now(), 'NEW', 'x', 'x@example.org', 'x', '{}', 'many' from generate_series(1, 10001)`,
    );
    expect(await inbox.reader.counts(ofType)).toMatchObject({ NEW: '10000+', SPAM: 0 });
    await database.pool.query(
      `update commission_requests set status = 'SPAM'
       where id in (select id from commission_requests where type_id = 'many' limit 2)`,
    );
    expect(await inbox.reader.counts(ofType)).toMatchObject({ NEW: '10000+', SPAM: 2 });
    expect(await inbox.reader.counts({ ...ofType, unread: true })).toMatchObject({ NEW: 9999, SPAM: 2 });
  });

  it('stop at the newest 100 of a status for a frequent word on a large table', async () => {
    const store = (count: number, status: string) =>
      database.pool.query(
        `with stored as (
          insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
          select gen_random_uuid(), now(), $2, 'x', 'x@example.org', 'a commission', '{}' from generate_series(1, $1)
          returning id
        )
        insert into request_search (request_id, text, grams) select id, 'a commission', '{}' from stored`,
        [count, status],
      );
    await store(101, 'NEW');
    await store(100, 'SPAM');
    expect(await inbox.reader.counts({ q: 'commission' })).toMatchObject({ NEW: 101, SPAM: 100, DECLINED: 0 });
    await database.pool.query("update pg_class set reltuples = 1000000 where oid = 'request_search'::regclass");
    expect(await inbox.reader.counts({ q: 'commission' })).toMatchObject({ NEW: '100+', SPAM: 100, DECLINED: 0 });
  });
});
