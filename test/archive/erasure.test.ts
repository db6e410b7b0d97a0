import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEventFeed } from '../../src/events/event-pages.ts';
import { systemActor } from '../../src/events/events.ts';
import type { Submission } from '../../src/intake/submission/submission.ts';
import { receiptFolder } from '../../src/keeping/erasure/receipts.ts';
import { applyRetention } from '../../src/keeping/erasure/retention.ts';
import { findDifferences } from '../../src/keeping/files/reconcile.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createS3Documents } from '../../src/platform/objects/s3/documents.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { createRequestEditor } from '../../src/requests/inbox/request-editor.ts';
import { indexNewRequests } from '../../src/requests/inbox/search-index.ts';
import {
  filesystemStore,
  keysOf,
  type OpenedStore,
  openStores,
  s3Store,
  signal,
  type TestStores,
} from '../reconcile/stores.ts';
import { openErasure } from '../support/erasure.ts';
import { handled } from '../support/handled.ts';
import { headersInS3 } from '../support/object-headers.ts';
import { startS3Server } from '../support/s3-server.ts';
import { submissionOf } from '../support/submission.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';

const byHand = { reason: 'request', actor: systemActor } as const;
const personal = ['Vera Example', 'vera@example.org', 'a secret wish', 'call her back', 'your picture', 'holiday.png'];

/** Open transactions in other databases of the server also delay the feed. */

let stores: TestStores;

async function open(opened: OpenedStore): Promise<void> {
  stores = await openStores(opened);
}

afterEach(() => stores.close());

const erasure = (objects: ObjectStore = stores.objects) => openErasure(stores.pool, { ...stores, objects });

async function store(email: string, files: readonly string[] = [], key: string | null = null): Promise<Submission> {
  const payload = { customerName: 'Vera Example', customerEmail: email, message: 'a secret wish' };
  const submission = submissionOf(files, payload, key);
  const claim = await stores.records.claim(submission);
  for (const { key, attachment } of submission.files) await stores.objects.put(key, attachment, { signal });
  if (files.length > 0) await stores.records.complete(claim, submission);
  return submission;
}

/** Resolves with every row of every table, as text. */
async function everything(): Promise<string> {
  const { rows } = await stores.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const tables = await Promise.all(
    rows.map(async ({ name }) => JSON.stringify((await stores.pool.query(`select * from ${name}`)).rows)),
  );
  return tables.join('\n');
}

async function indexed(): Promise<string> {
  await indexNewRequests(stores.pool, () => false, signal);
  return everything();
}

async function eventKinds(): Promise<string[]> {
  const page = await createEventFeed(stores.pool).read(null, 100);
  return page?.items.map(({ kind, requestId }) => `${kind} ${requestId}`) ?? [];
}

async function objectKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of stores.objects.list({ signal })) keys.push(key);
  return keys;
}

describe.each([
  ['the filesystem', filesystemStore],
  ['S3', s3Store],
])('an erased request with its objects in %s', (_name, openStore) => {
  beforeEach(async () => open(await openStore()));

  it('leaves nothing personal in any table, no object, and its receipt in both stores', async () => {
    const { id, files } = await store('vera@example.org', ['holiday', 'b'], 'a-key-of-more-than-16-characters');
    const editor = createRequestEditor(stores.pool);
    await editor.addEntry(id, { kind: 'note', text: 'call her back' }, { kind: 'operator', id });
    await editor.change(id, 1, { publicMessage: 'your picture', labels: ['Vera Example'] }, { kind: 'operator', id });
    await expect.poll(indexed).toMatch(/"grams"/);
    const before = await everything();
    for (const text of personal) expect(before).toContain(text);

    const [receipt, ...others] = await erasure().eraser.erase([id], byHand);
    expect(others).toEqual([]);
    const keys = files.map(({ key }) => key);
    expect(receipt).toMatchObject({ requestId: id, reason: 'request', objectKeys: keys, isComplete: true });
    const after = await everything();
    for (const text of [...personal, 'a-key-of-more']) expect(after).not.toContain(text);
    expect(await objectKeys()).toEqual([]);
    const receipts: string[] = [];
    for await (const name of stores.receipts.list({ signal })) receipts.push(name);
    expect(receipts).toEqual([id]);
    expect(await erasure().erasures.find(id)).toEqual(receipt);
  });

  it('is no difference to the bucket, whose other objects stay', async () => {
    const [gone, kept] = [await store('vera@example.org', ['a']), await store('otto@example.org', ['b'])];
    await erasure().eraser.erase([gone.id], byHand);
    const comparison = { olderThan: new Date(Date.now() + 60_000), signal, onProgress: () => {} };
    for await (const finding of findDifferences(stores, comparison)) expect(finding).toBeUndefined();
    expect(await objectKeys()).toEqual(keysOf(kept));
  });
});

describe('erasure', () => {
  beforeEach(async () => open(await filesystemStore()));

  it('leaves one event in the feed, which cursors from before it go on to', async () => {
    const [gone, kept] = [await store('vera@example.org', ['a']), await store('otto@example.org')];
    const feed = createEventFeed(stores.pool);
    await expect.poll(eventKinds).toHaveLength(2);
    const cursor = await feed.end();
    await erasure().eraser.erase([gone.id], byHand);
    await expect.poll(eventKinds).toEqual([`created ${kept.id}`, `erasure ${gone.id}`]);
    expect((await feed.read(cursor, 100))?.items).toMatchObject([
      { kind: 'erasure', requestId: gone.id, from: null, to: null, actor: { kind: 'system', id: null } },
    ]);
  });

  it('empties what was delivered, cancels what waits, and tells the channels that want to know', async () => {
    await stores.pool.query(`
      insert into delivery_channels (id, kind, name, types, settings)
      select gen_random_uuid(), 'webhook', name, array['request.created', name], '{}'
      from unnest(array['request.status_changed', 'request.erased']) as name`);
    const { id } = await store('vera@example.org');
    await stores.pool.query(`
      with sent as (
        update deliveries set state = 'delivered', due_at = null, finished_at = now(), attempt = 1, body = 'Vera Example'
        where id in (select id from deliveries limit 1) returning *
      )
      insert into delivery_attempts (delivery_id, number, channel_id, started_at, result, cause, status, response)
      select id, 1, channel_id, now(), 'delivered', 'accepted', 200, 'thanks, Vera Example' from sent`);
    await erasure().eraser.erase([id], byHand);
    expect(await everything()).not.toContain('Vera Example');
    const { rows } = await stores.pool.query(
      'select type, state, cancel_cause from deliveries where request_id = $1 order by type, state',
      [id],
    );
    expect(rows).toEqual([
      { type: 'request.created', state: 'cancelled', cancel_cause: 'erased' },
      { type: 'request.created', state: 'delivered', cancel_cause: null },
      { type: 'request.erased', state: 'pending', cancel_cause: null },
    ]);
  });

  it('empties digests, those too that wait for another try', async () => {
    await stores.pool.query(`
      with channel as (
        insert into delivery_channels (id, kind, name, types, settings)
        values (gen_random_uuid(), 'mail', 'Daily', array['request.created'], '{"pace": "daily"}') returning id
      )
      insert into deliveries (channel_id, type, facts, attempt, body, state, due_at, finished_at)
      select id, 'digest', '{}', 1, 'Vera Example', state,
        case state when 'pending' then now() end, case state when 'delivered' then now() end
      from channel, unnest(array['pending', 'delivered']) as state`);
    const { id } = await store('vera@example.org');
    await erasure().eraser.erase([id], byHand);
    const { rows } = await stores.pool.query("select state, body from deliveries where type = 'digest' order by state");
    expect(rows).toEqual([
      { state: 'delivered', body: null },
      { state: 'pending', body: null },
    ]);
  });

  it('passes over what is not there, what is erased already and what has not arrived whole', async () => {
    const { id } = await store('vera@example.org');
    const underWay = submissionOf(['a'], { customerEmail: 'vera@example.org' });
    await stores.records.claim(underWay);
    const { eraser } = erasure();
    expect(await eraser.erase([id, underWay.id, '00000000-0000-7000-8000-000000000000'], byHand)).toHaveLength(1);
    expect(await eraser.erase([id], byHand)).toEqual([]);
    const { rows } = await stores.pool.query('select id from commission_requests');
    expect(rows).toEqual([{ id: underWay.id }]);
  });

  it('erases a request once when several erase it at the same time', async () => {
    const { id } = await store('vera@example.org', ['a']);
    const erased = await Promise.all(Array.from({ length: 6 }, () => erasure().eraser.erase([id], byHand)));
    expect(erased.flat()).toHaveLength(1);
    await expect.poll(eventKinds).toEqual([`erasure ${id}`]);
  });

  it('removes a note that is written while it waits for the request', async () => {
    const { id } = await store('vera@example.org');
    const writer = await stores.pool.connect();
    await writer.query('begin');
    await writer.query('select from commission_requests where id = $1 for no key update', [id]);
    const erasing = handled(erasure().eraser.erase([id], byHand));
    await writer.query(
      "insert into request_entries (request_id, kind, author, via, text) values ($1, 'note', 'program', 'api', 'call her back')",
      [id],
    );
    await writer.query('commit');
    writer.release();
    expect(await erasing).toHaveLength(1);
    expect(await everything()).not.toContain('call her back');
  });

  it('goes on when the store is silent, and says so until it is done', async () => {
    const { id, files } = await store('vera@example.org', ['a', 'b']);
    const away: ObjectStore = { ...stores.objects, delete: () => Promise.reject(new Error('the store is away')) };
    const [receipt] = await erasure(away).eraser.erase([id], byHand);
    expect(receipt).toMatchObject({ requestId: id, isComplete: false });
    expect(await objectKeys()).toHaveLength(files.length);
    await erasure(away).sweepLater();
    expect((await erasure().erasures.list(null, 10))?.items).toMatchObject([{ requestId: id, isComplete: false }]);
    await erasure().sweepLater();
    expect(await erasure().erasures.find(id)).toMatchObject({ isComplete: true });
    expect(await objectKeys()).toEqual([]);
  });

  it('does not wait for a store that never answers, and goes on until it does', async () => {
    await stores.close();
    const server = await startS3Server();
    const options = { ...server, forcePathStyle: true };
    const objects = createS3ObjectStore(options);
    const receipts = createS3Documents({ ...options, folder: receiptFolder });
    await open({
      objects,
      headersOf: (key) => headersInS3(options, key),
      receipts,
      async close() {
        await Promise.all([objects.close(), receipts.close()]);
        await server.close();
      },
    });
    const [first, second] = [await store('vera@example.org', ['a', 'b']), await store('vera@example.org', ['c'])];
    const silent = server.inject({ operation: 'DELETE', call: 1, times: 2, effect: { kind: 'hang' } }).struck;
    const erased = await erasure().eraser.erase([first.id, second.id], byHand);
    await silent;
    expect(erased.map(({ isComplete }) => isComplete)).toEqual([false, false]);
    expect((await stores.pool.query('select from commission_requests')).rowCount).toBe(0);
    expect(await erasure().erasures.find(second.id)).toMatchObject({ isComplete: false });
    await erasure().sweepLater();
    await expect
      .poll(async () => (await erasure().erasures.list(null, 10))?.items.map(({ isComplete }) => isComplete))
      .toEqual([true, true]);
    expect(await objectKeys()).toEqual([]);
  });

  describe.each([
    ['before it is indexed', async () => {}],
    ['when it is indexed', async () => void (await expect.poll(rowsOf("text <> ''")).toBe(8))],
    ['with an empty search row', withEmptyRow],
  ])('a request %s', (_, prepare) => {
    it('is found by its mailbox however the address is written, and no other is', async () => {
      const vera = [
        await store('Vera@Example.org'),
        await store('vera@example.org', ['a']),
        await store('ｖera@ｅxample.org'),
      ];
      const juergen = [
        await store('JÜRGEN@müller.example'),
        await store('ju\u0308rgen@MU\u0308LLER.example'),
        await store('jürgen@XN--MLLER-KVA.example'),
      ];
      await store('vera@example.org.evil.example');
      await store('ve_a@example.org');
      await prepare();
      const { candidates } = erasure();
      const ids = async (email: string) => (await candidates.ofPerson(email)).map(({ id }) => id);
      // Ids of one millisecond are in no order.
      const idsOf = (submissions: readonly Submission[]) => submissions.map(({ id }) => id).sort();
      for (const address of [' VERA@example.ORG ', 'vera@ｅｘａｍｐｌｅ.org'])
        expect(await ids(address)).toEqual(idsOf(vera));
      for (const address of ['jürgen@müller.example', 'JÜRGEN@xn--mller-kva.example', 'ju\u0308rgen@ＭÜller.example']) {
        expect(await ids(address)).toEqual(idsOf(juergen));
      }
      expect(await ids('nobody@example.org')).toEqual([]);
      expect(await candidates.ofPerson('vera@example.org')).toContainEqual(
        expect.objectContaining({ id: vera[1]?.id, files: 1, bytes: 1, status: 'NEW' }),
      );
    });
  });
});

/** Returns a function that indexes new requests and counts the search rows of a condition. */
function rowsOf(condition: string) {
  return async () => {
    await indexNewRequests(stores.pool, () => false, signal);
    return (await stores.pool.query(`select from request_search where ${condition}`)).rowCount;
  };
}

async function withEmptyRow(): Promise<void> {
  await expect.poll(rowsOf("text <> ''")).toBe(8);
  await stores.pool.query("update request_search set text = '', grams = '{}'");
}

describe('retention', () => {
  beforeEach(async () => open(await filesystemStore()));

  async function age(id: string, days: number, column = 'created_at'): Promise<void> {
    await stores.pool.query(`update commission_requests set ${column} = now() - $2 * interval '1 day' where id = $1`, [
      id,
      days,
    ]);
  }

  it('erases requests of a status so many days after their last change, in batches, and no others', async () => {
    const old = await Promise.all(Array.from({ length: 60 }, () => store('vera@example.org')));
    for (const { id } of old) await age(id, 31);
    const [young, changed] = [await store('vera@example.org'), await store('vera@example.org')];
    await age(young.id, 29);
    await age(changed.id, 400);
    await age(changed.id, 1, 'changed_at');
    const { eraser, candidates } = erasure();
    const rules = [{ status: 'NEW', days: 30 }] as const;
    expect(await applyRetention({ candidates, eraser, rules: [{ status: 'SPAM', days: 1 }] }, signal)).toBe(0);
    expect(await applyRetention({ candidates, eraser, rules: [] }, signal)).toBe(0);
    const both = [1, 2].map(() => applyRetention({ candidates, eraser, rules }, signal));
    const counts = await Promise.all(both);
    expect(counts.reduce((sum, count) => sum + count)).toBe(60);
    const { rows } = await stores.pool.query('select id from commission_requests order by id');
    expect(rows.map(({ id }) => id)).toEqual([young.id, changed.id].sort());
  });

  it('counts a note or a message as a change', async () => {
    const [noted, older] = [await store('vera@example.org'), await store('vera@example.org')];
    for (const { id } of [noted, older]) await age(id, 400);
    const entry = `
      insert into request_entries (request_id, kind, author, via, text, at)
      values ($1, 'note', 'operator', 'api', 'Call back', now() - $2 * interval '1 day')`;
    await stores.pool.query(entry, [noted.id, 29]);
    await stores.pool.query(entry, [older.id, 31]);
    const rules = [{ status: 'NEW', days: 30 }] as const;
    expect(await applyRetention({ ...erasure(), rules }, signal)).toBe(1);
    expect((await stores.pool.query('select id from commission_requests')).rows).toEqual([{ id: noted.id }]);
  });

  it('keeps a request that is changed after it was found, while it is waited for too', async () => {
    const { id } = await store('vera@example.org');
    await age(id, 31);
    const { eraser, candidates } = erasure();
    const rules = [{ status: 'NEW', days: 30 }] as const;
    const retention = await whileUncommitted(
      stores.pool,
      (client) =>
        client.query("update commission_requests set status = 'ACCEPTED', changed_at = now() where id = $1", [id]),
      () => applyRetention({ candidates, eraser, rules }, signal),
    );
    expect(retention).toBe(0);
    expect((await stores.pool.query('select id from commission_requests')).rows).toEqual([{ id }]);
  });
});
