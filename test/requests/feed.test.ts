import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEventFeed } from '../../src/events/event-pages.ts';
import type { RequestEvent } from '../../src/events/event-shape.ts';
import { beginEpochAfterRestore } from '../../src/events/feed-epoch.ts';
import { QueryTimeoutError } from '../../src/events/query-timeout.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type InboxStage, openInbox } from './stage.ts';

let database: MigratedDatabase;
let inbox: InboxStage;

beforeEach(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
});

afterEach(() => database.close());

/**
 * Reads `count` events after a cursor, in pages of three, and any further events. Polls, because open transactions in
 * other databases of the server also delay the feed.
 */
async function read(after: string | null, count: number) {
  const items: RequestEvent[] = [];
  let next = after;
  for (const giveUpAt = Date.now() + 20_000; ; ) {
    const page = await inbox.feed.read(next, 3);
    if (page === null) throw new Error('The feed rejects its own cursor');
    next = page.next;
    items.push(...page.items);
    if (page.items.length === 0 && (items.length >= count || Date.now() > giveUpAt)) return { items, next };
  }
}

describe('the feed', () => {
  it('has every event once, in order, and always a cursor to ask on with', async () => {
    const first = await read(null, 0);
    expect(first.items).toEqual([]);
    const ids = [];
    for (let index = 0; index < 7; index += 1) ids.push(await inbox.store());
    const second = await read(first.next, 7);
    expect(second.items.map(({ requestId }) => requestId)).toEqual(ids);
    expect((await read(second.next, 0)).items).toEqual([]);
    expect(await inbox.feed.end()).toBe(second.next);
  });

  it('misses no event of a slow transaction under many fast ones', async () => {
    const slow = await database.pool.connect();
    await slow.query('begin');
    const insert = "insert into request_events (actor_kind, kind) values ('system', 'sign-in-failed')";
    await slow.query(insert);
    const fast = await inbox.store();
    const before = await read(null, 0);
    // An event that began after the slow transaction is held back. Otherwise a reader would skip the slow one's event
    // forever.
    expect(before.items).toEqual([]);
    await slow.query(insert);
    await slow.query('commit');
    slow.release();
    const after = await read(before.next, 3);
    expect(after.items.map(({ kind }) => kind)).toEqual(['sign-in-failed', 'sign-in-failed', 'created']);
    expect(after.items.at(-1)?.requestId).toBe(fast);
  });

  it('misses nothing while writers and readers go on at once', async () => {
    const seen: string[] = [];
    let next: string | null = null;
    let isWriting = true;
    const reading = (async () => {
      while (isWriting) {
        const page = await inbox.feed.read(next, 5);
        seen.push(...(page?.items ?? []).map(({ requestId }) => requestId ?? ''));
        next = page?.next ?? next;
      }
    })();
    const ids = (await Promise.all(Array.from({ length: 60 }, () => inbox.store()))).sort();
    isWriting = false;
    await reading;
    seen.push(...(await read(next, ids.length - seen.length)).items.map(({ requestId }) => requestId ?? ''));
    expect([...seen].sort()).toEqual(ids);
  });

  it.each(['', 'x', 'W10', 'WyJmZWVkIiwiLTEiLCIwIiwiMCJd', 'WyJmZWVkIiwiMCIsIjAiXQ'])(
    'rejects a cursor that it did not give: %s',
    async (cursor) => {
      expect(await inbox.feed.read(cursor, 10)).toBeNull();
    },
  );

  it('goes on in order after a restore into a cluster with lower transaction ids', async () => {
    await inbox.store();
    const before = await read(null, 1);
    // Simulates rows that were restored from a cluster with many more transactions.
    await database.pool.query('update request_events set tx = (tx::text::bigint + 1000000000)::text::xid8');
    const restored = await read(null, 0);
    expect(restored.items).toHaveLength(0);
    await beginEpochAfterRestore(database.pool);
    const id = await inbox.store();
    const after = await read(null, 2);
    expect(after.items.map(({ requestId }) => requestId).at(-1)).toBe(id);
    expect(after.items).toHaveLength(2);
    const { rows: begun } = await database.pool.query('select feed_epoch from service_state');
    await beginEpochAfterRestore(database.pool);
    const { rows } = await database.pool.query('select max(epoch) as feed_epoch from request_events');
    expect(rows).toEqual(begun);
    expect(before.items).toHaveLength(1);
  });

  it('says that a query took too long', async () => {
    const slow = new Pool({ connectionString: database.url, max: 1, options: '-c statement_timeout=50' });
    const lock = await database.pool.connect();
    await lock.query('begin; lock table request_events');
    const feed = createEventFeed(slow);
    await expect(feed.read(null, 10)).rejects.toThrow(QueryTimeoutError);
    await expect(feed.end()).rejects.toThrow(QueryTimeoutError);
    await lock.query('rollback');
    lock.release();
    await slow.end();
  });
});
