import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createErasureCandidates } from '../../src/keeping/erasure/create-erasure-candidates.ts';
import { indexNewRequests } from '../../src/requests/inbox/search-index.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type InboxStage, openInbox } from './stage.ts';

const storeSlowRequest = `
  with stored as (
    insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids, has_files)
    values ($1, now(), 'NEW', 'Slow', 'slow@example.org', 'A slow cat', '{}', false) returning id
  )
  insert into request_events (request_id, actor_kind, kind) select id, 'customer', 'created' from stored`;
const slowId = '01900000-0000-7000-8000-000000000001';

describe('a request, while an older transaction is open', () => {
  let database: MigratedDatabase;
  let inbox: InboxStage;
  let older: PoolClient;

  beforeEach(async () => {
    database = await openMigratedDatabase();
    inbox = openInbox(database.pool);
    older = await database.pool.connect();
    await older.query('begin');
    await older.query('select pg_current_xact_id()');
  });

  afterEach(async () => {
    older.release(true);
    await database.close();
  });

  const index = () => indexNewRequests(database.pool, () => false, new AbortController().signal);
  const feed = async () => (await inbox.feed.read(null, 10))?.items.map(({ requestId }) => requestId);

  it('is found by a search, and not yet given to readers of the feed', async () => {
    const id = await inbox.store({ message: 'A fast cat' });
    await index();
    expect(await inbox.ids({ q: 'fast cat' })).toEqual([id]);
    expect(await feed()).toEqual([]);
    await older.query('rollback');
    await expect.poll(feed).toEqual([id]);
  });

  it('is found after that transaction has stored it behind newer ones', async () => {
    await older.query(storeSlowRequest, [slowId]);
    const fast = await inbox.store({ message: 'A fast cat' });
    await index();
    await index();
    expect(await inbox.ids({ q: 'cat' })).toEqual([fast]);
    await older.query('commit');
    await index();
    expect((await inbox.ids({ q: 'cat' })).sort()).toEqual([slowId, fast]);
  });

  it('is found by its customer’s address before it has a search row', async () => {
    await older.query(storeSlowRequest, [slowId]);
    await inbox.store();
    await index();
    await older.query('commit');
    const candidates = await createErasureCandidates(database.pool).ofPerson('slow@example.org');
    expect(candidates.map(({ id }) => id)).toEqual([slowId]);
  });

  it('is found whole when that transaction stored more than one batch of them', async () => {
    await older.query(
      `with stored as (
        insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids, has_files)
        select gen_random_uuid(), now(), 'NEW', 'Slow', 'slow@example.org', 'A slow cat', '{}', false
        from generate_series(1, 1200) returning id
      )
      insert into request_events (request_id, actor_kind, kind) select id, 'customer', 'created' from stored`,
    );
    await inbox.store();
    await index();
    await older.query('commit');
    await inbox.store();
    for (let times = 0; times < 4; times++) await index();
    const { rows } = await database.pool.query('select count(*)::int as count from request_search');
    expect(rows).toEqual([{ count: 1202 }]);
  });
});
