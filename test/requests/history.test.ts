import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type InboxStage, openInbox } from './stage.ts';

let database: MigratedDatabase;
let inbox: InboxStage;

beforeAll(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
});

afterAll(() => database.close());

describe('the history of the house', () => {
  it('has what people did, the newest first, page by page, without the customers', async () => {
    const id = await inbox.store();
    for (const text of ['one', 'two', 'three', 'four', 'five'])
      await inbox.editor.addEntry(id, { kind: 'note', text }, inbox.actor);
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page = await inbox.history.read(cursor, 2);
      if (page === null) throw new Error('The history rejects its own cursor');
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ to }) => to));
      cursor = page.next;
    } while (cursor !== null);
    expect(seen).toEqual(['five', 'four', 'three', 'two', 'one']);
  });

  it('begins with what happened last, and goes on behind its cursor whatever comes meanwhile', async () => {
    const id = await inbox.store();
    await inbox.editor.addEntry(id, { kind: 'note', text: 'earlier' }, inbox.actor);
    await inbox.editor.addEntry(id, { kind: 'note', text: 'later' }, inbox.actor);
    const first = await inbox.history.read(null, 1);
    await inbox.editor.addEntry(id, { kind: 'note', text: 'meanwhile' }, inbox.actor);
    const second = await inbox.history.read(first?.next ?? null, 1);
    expect([first, second].flatMap((page) => page?.items.map(({ to }) => to))).toEqual(['later', 'earlier']);
  });

  it('names the customer of each request until the request is erased', async () => {
    const id = await inbox.store({ name: 'Ethan Brooks' });
    await inbox.editor.addEntry(id, { kind: 'note', text: 'One' }, inbox.actor);
    const named = async () => (await inbox.history.read(null, 1))?.items.map(({ customerName }) => customerName);
    expect(await named()).toEqual(['Ethan Brooks']);
    await database.pool.query('delete from commission_requests where id = $1', [id]);
    expect(await named()).toEqual([null]);
  });

  it('rejects a cursor that is none of its own', async () => {
    const feed = await inbox.feed.end();
    for (const cursor of [feed, randomUUID(), 'x', '']) expect(await inbox.history.read(cursor, 1)).toBeNull();
  });
});
