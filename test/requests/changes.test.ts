import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestChange } from '../../src/requests/inbox/request-change-shape.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type InboxStage, openInbox } from './stage.ts';

let database: MigratedDatabase;
let inbox: InboxStage;
let id: string;

beforeEach(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
  id = await inbox.store();
});

afterEach(() => database.close());

const kinds = async () => (await inbox.reader.events(id))?.map(({ kind }) => kind);

describe('a change', () => {
  it('counts the version up and records what changed, from and to', async () => {
    const result = await inbox.editor.change(id, 1, { status: 'ACCEPTED', labels: ['vip'] }, inbox.actor);
    expect(result).toMatchObject({ changed: { status: 'ACCEPTED', labels: ['vip'], version: 2 } });
    const events = await inbox.reader.events(id);
    expect(events?.[0]).toMatchObject({ kind: 'created', actor: { kind: 'customer', id: null } });
    expect(events).toHaveLength(3);
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'status',
        from: 'NEW',
        to: 'ACCEPTED',
        actor: { ...inbox.actor, name: null },
        requestId: id,
      }),
    );
    expect(events).toContainEqual(expect.objectContaining({ kind: 'labels', from: [], to: ['vip'] }));
  });

  it('changes nothing of an old version, and gives the state there is', async () => {
    await inbox.editor.change(id, 1, { status: 'ACCEPTED' }, inbox.actor);
    const result = await inbox.editor.change(id, 1, { status: 'DECLINED' }, inbox.actor);
    expect(result).toMatchObject({ conflict: { status: 'ACCEPTED', version: 2 } });
    expect(await kinds()).toEqual(['created', 'status']);
  });

  it('is carried out once when two operators make it at once', async () => {
    const results = await Promise.all(
      (['ACCEPTED', 'DECLINED'] as const).map((status) => inbox.editor.change(id, 1, { status }, inbox.actor)),
    );
    expect(results.filter((result) => 'changed' in result)).toHaveLength(1);
    expect(results.filter((result) => 'conflict' in result)).toHaveLength(1);
    expect(await kinds()).toEqual(['created', 'status']);
  });

  it('needs no version to read or unread, counts none and is no event', async () => {
    const result = await inbox.editor.change(id, null, { unread: false }, inbox.actor);
    expect(result).toMatchObject({ changed: { unread: false, version: 1 } });
    expect(await kinds()).toEqual(['created']);
  });

  it('is none to the value that is there', async () => {
    const result = await inbox.editor.change(id, 1, { status: 'NEW', dueOn: null }, inbox.actor);
    expect(result).toMatchObject({ changed: { version: 1 } });
    expect(await kinds()).toEqual(['created']);
  });

  it('can be taken back by another one', async () => {
    await inbox.editor.change(id, 1, { dueOn: '2026-12-24', publicMessage: 'Soon' }, inbox.actor);
    const back = await inbox.editor.change(id, 2, { dueOn: null, publicMessage: null }, inbox.actor);
    expect(back).toMatchObject({ changed: { dueOn: null, publicMessage: null, version: 3 } });
    expect((await inbox.reader.events(id))?.filter(({ kind }) => kind === 'due')).toMatchObject([
      { from: null, to: '2026-12-24' },
      { from: '2026-12-24', to: null },
    ]);
  });

  it('stores a price with the digits of its currency, and records it', async () => {
    await inbox.editor.change(id, 1, { price: { amount: 12_000, currency: 'JPY' } }, inbox.actor);
    await inbox.editor.change(id, 2, { price: { amount: 12_000, currency: 'JPY' } }, inbox.actor);
    await inbox.editor.change(id, 2, { price: { amount: 9950, currency: 'EUR' } }, inbox.actor);
    const none = await inbox.editor.change(id, 3, { price: null }, inbox.actor);
    expect(none).toMatchObject({ changed: { price: null, version: 4 } });
    const [yen, euros] = [
      { amount: 12_000, currency: 'JPY', digits: 0 },
      { amount: 9950, currency: 'EUR', digits: 2 },
    ];
    expect((await inbox.reader.events(id))?.filter(({ kind }) => kind === 'price')).toMatchObject([
      { from: null, to: yen },
      { from: yen, to: euros },
      { from: euros, to: null },
    ]);
  });

  it('changes nothing of a request that is not there', async () => {
    expect(await inbox.editor.change(randomUUID(), 1, { status: 'SPAM' }, inbox.actor)).toEqual({ missing: true });
  });

  it('leaves no event when it fails', async () => {
    const change = inbox.editor.change(id, 1, { status: 'GONE' as 'SPAM' }, inbox.actor);
    await expect(change).rejects.toThrow();
    expect(await kinds()).toEqual(['created']);
    expect(await inbox.reader.find(id)).toMatchObject({ status: 'NEW', version: 1 });
  });
});

describe('a note', () => {
  it('is an event with its text, and no new version', async () => {
    const note = await inbox.editor.addEntry(id, { kind: 'note', text: 'Asks for a discount' }, inbox.actor);
    expect(note).toMatchObject({ kind: 'note', to: 'Asks for a discount', requestId: id });
    expect(await inbox.reader.events(id)).toContainEqual(note);
    expect((await inbox.reader.find(id))?.version).toBe(1);
  });

  it('is not taken for a request that is not there', async () => {
    expect(await inbox.editor.addEntry(randomUUID(), { kind: 'note', text: 'x' }, inbox.actor)).toBeNull();
  });
});

describe('a bulk change', () => {
  it('skips what has another version or is gone', async () => {
    const others = [await inbox.store(), await inbox.store()];
    await inbox.editor.change(others[0] ?? '', 1, { status: 'ACCEPTED' }, inbox.actor);
    const requests = [id, ...others, randomUUID()].map((one) => ({ id: one, version: 1 }));
    expect(await inbox.editor.changeMany(requests, { status: 'DECLINED' }, inbox.actor)).toEqual({
      changed: 2,
      skipped: 2,
      failed: 0,
    });
    expect(await inbox.ids({ status: ['DECLINED'] })).toHaveLength(2);
  });

  it('skips by a filter what came or changed after the time it names', async () => {
    const asOf = await databaseTime();
    await inbox.store();
    expect(await inbox.editor.changeFiltered({ status: ['NEW'] }, asOf, { status: 'SPAM' }, inbox.actor)).toEqual({
      changed: 1,
      skipped: 1,
      failed: 0,
    });
    expect((await inbox.reader.find(id))?.status).toBe('SPAM');
  });

  it('goes through many requests, each with its event', async () => {
    await Promise.all(Array.from({ length: 450 }, () => inbox.store()));
    const result = await inbox.editor.changeFiltered({}, await databaseTime(), { labels: ['old'] }, inbox.actor);
    expect(result).toEqual({ changed: 451, skipped: 0, failed: 0 });
    const { rows } = await database.pool.query("select count(*)::int as n from request_events where kind = 'labels'");
    expect(rows).toEqual([{ n: 451 }]);
  });

  it('skips what has the wanted values already', async () => {
    const others = [await inbox.store(), await inbox.store()];
    await inbox.editor.change(id, 1, { status: 'DECLINED' }, inbox.actor);
    await inbox.editor.change(others[0] ?? '', null, { unread: false }, inbox.actor);
    const counts = async (change: RequestChange) =>
      inbox.editor.changeFiltered({}, await databaseTime(), change, inbox.actor);
    expect(await counts({ status: 'DECLINED' })).toEqual({ changed: 2, skipped: 1, failed: 0 });
    expect(await counts({ unread: false })).toEqual({ changed: 2, skipped: 1, failed: 0 });
    expect(await counts({ status: 'DECLINED', unread: false })).toEqual({ changed: 0, skipped: 3, failed: 0 });
    await inbox.editor.change(others[1] ?? '', null, { unread: true }, inbox.actor);
    expect(await counts({ status: 'SPAM', unread: false })).toEqual({ changed: 3, skipped: 0, failed: 0 });
  });

  it('may be repeated: what it changed already is skipped', async () => {
    const requests = [{ id, version: 1 }];
    await inbox.editor.changeMany(requests, { status: 'SPAM' }, inbox.actor);
    expect(await inbox.editor.changeMany(requests, { status: 'SPAM' }, inbox.actor)).toMatchObject({ skipped: 1 });
  });

  async function databaseTime(): Promise<Date> {
    await new Promise((wake) => setTimeout(wake, 5));
    const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
    await new Promise((wake) => setTimeout(wake, 5));
    return rows[0]?.now ?? new Date();
  }
});
