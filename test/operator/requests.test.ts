import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untriedFile, wholeRequest } from '../support/whole-request.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;
let operator: Caller;

beforeAll(async () => {
  stage = await openOperatorStage();
  operator = await stage.person('operator');
});

afterAll(() => stage.close());

const get = (path: string) => operator.call('GET', `${api}${path}`);
const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  operator.call('PATCH', `${api}/requests/${id}`, { body, headers });

describe('the list', () => {
  it('gives requests with every field, a cursor and counts by status', async () => {
    const id = await stage.inbox.store({ name: 'Zoë', message: 'A list', language: 'de', files: ['cat.png'] });
    const { status, headers, body } = await get('/requests?limit=1');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body)).toEqual(['items', 'next', 'counts']);
    expect(body.counts).toMatchObject({ NEW: expect.any(Number), SPAM: 0 });
    const own = { id, customerName: 'Zoë', customerEmail: 'somebody@example.org', message: 'A list', language: 'de' };
    const file = { ...untriedFile(0, 'cat.png'), sha256: expect.any(String) };
    expect(body.items[0]).toEqual(wholeRequest({ ...own, files: [file] }));
  });

  it('is filtered by answers, whose questions the query names', async () => {
    const store = async (medium: string) => {
      const id = await stage.inbox.store();
      const text = 'update commission_requests set commission_form = $2 where id = $1';
      await stage.database.pool.query(text, [id, { v: 1, answers: { 'paint, or': medium } }]);
      return id;
    };
    const [oil, ink] = [await store('oil'), await store('ink, black')];
    await stage.inbox.index();
    const found = async (query: string) => {
      const { status, body } = await get(`/requests?${query}`);
      return status === 200 ? body.items.map(({ id }: { id: string }) => id) : status;
    };
    const name = encodeURIComponent('answer.paint, or');
    expect(await found(`${name}=oil`)).toEqual([oil]);
    expect(await found(`${encodeURIComponent('answer[paint, or]')}=ink, black`)).toEqual([ink]);
    expect(await found(`${name}=oil&${name}=ink, black`)).toEqual([ink, oil]);
    for (const query of ['answer.=oil', 'answer.__proto__=oil', 'answers.a=b', `answer.a=${'b'.repeat(201)}`]) {
      expect([query, await found(query)]).toEqual([query, 400]);
    }
  });

  it('goes on page by page, each request once', async () => {
    for (let index = 0; index < 5; index += 1) await stage.inbox.store({ typeId: 'paged' });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await get(`/requests?type=paged&limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });

  it('takes lists repeated and separated by commas', async () => {
    const ids = await Promise.all(['one', 'two', 'three'].map((typeId) => stage.inbox.store({ typeId })));
    const found = async (query: string) =>
      (await get(`/requests?${query}`)).body.items.map((item: { id: string }) => item.id);
    expect(new Set(await found('type=one&type=two'))).toEqual(new Set(ids.slice(0, 2)));
    expect(new Set(await found('type=one,three'))).toEqual(new Set([ids[0], ids[2]]));
    expect(await found('type=one,three&status=SPAM,DECLINED')).toEqual([]);
  });

  it('has each request once where a value is named twice', async () => {
    const type = randomUUID();
    const ids = await Promise.all([1, 2, 3].map(() => stage.inbox.store({ typeId: type })));
    for (const query of [
      `type=${type}&status=NEW&status=NEW`,
      `type=${type}&status=NEW,NEW,SPAM`,
      `type=${type},${type}`,
    ]) {
      const { body } = await get(`/requests?limit=3&${query}`);
      expect(body.items.map((item: { id: string }) => item.id).toSorted()).toEqual(ids.toSorted());
      expect(body.next).toBe(null);
    }
  });

  it('finds a type whose id has a comma', async () => {
    const id = await stage.inbox.store({ typeId: 'portrait, large' });
    const { body } = await get(`/requests?type=${encodeURIComponent('portrait, large')}`);
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([id]);
  });

  it('takes instants and dates', async () => {
    const createdAt = new Date('2020-05-17T10:00:00.000Z');
    const id = await stage.inbox.store({ createdAt });
    const count = async (query: string) => (await get(`/requests?to=2021-01-01&${query}`)).body.items.length;
    expect((await get('/requests?from=2020-05-17&to=2020-05-18')).body.items[0].id).toBe(id);
    expect(await count('from=2020-05-18')).toBe(0);
    expect(await count(`from=${encodeURIComponent('2020-05-17T12:00:00+02:00')}`)).toBe(1);
    expect(await count(`from=${encodeURIComponent('2020-05-17T12:00:01+02:00')}`)).toBe(0);
  });

  it('compares an instant between two milliseconds exactly', async () => {
    await stage.inbox.store({ createdAt: new Date('2018-05-17T10:00:00.001Z') });
    const count = async (query: string) => (await get(`/requests?${query}`)).body.items.length;
    expect(await count('to=2019-01-01&from=2018-05-17T10:00:00.001000Z')).toBe(1);
    expect(await count('to=2019-01-01&from=2018-05-17T10:00:00.0010001Z')).toBe(0);
    expect(await count('from=2018-01-01&to=2018-05-17T10:00:00.001Z')).toBe(0);
    expect(await count('from=2018-01-01&to=2018-05-17T10:00:00.0015Z')).toBe(1);
  });

  it('takes instants in small letters, and with a plus that was not encoded', async () => {
    await stage.inbox.store({ createdAt: new Date('2019-05-17T10:00:00.000Z') });
    const count = async (query: string) => (await get(`/requests?to=2019-12-31&${query}`)).body.items.length;
    expect(await count('from=2019-05-17t10:00:00z')).toBe(1);
    expect(await count('from=2019-05-17T12:00:00+02:00')).toBe(1);
    expect(await count('from=2019-05-17T12:00:01+02:00')).toBe(0);
  });

  it.each([
    'status=GONE',
    'sort=random',
    'limit=0',
    'limit=201',
    'limit=0x10',
    'limit=1e1',
    'limit=',
    'from=yesterday',
    'dueBefore=2026-02-30',
    'dueBefore=0000-01-01',
    'unread=maybe',
    'statuss=NEW',
    'q=%00',
    'type=%00',
    'label=',
    'cursor=nonsense',
    'cursor=W10',
    `cursor=${Buffer.from('["newest","0",null,"\' or 1=1"]').toString('base64url')}`,
    `cursor=${Buffer.from('["due","0","2026-01-01\'; drop table operators","00000000-0000-7000-8000-000000000000"]').toString('base64url')}&sort=due`,
  ])('rejects %s', async (query) => {
    const { status, headers, body } = await get(`/requests?${query}`);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 400, type: 'application/problem+json' });
    expect(body).toMatchObject({
      type: expect.stringMatching(/^urn:commissions:problem:invalid-(query|cursor)$/),
      status: 400,
    });
  });

  it('rejects a cursor of another order', async () => {
    const { body } = await get('/requests?limit=1');
    expect((await get(`/requests?sort=due&cursor=${body.next}`)).status).toBe(400);
  });
});

describe('one request', () => {
  it('has its version as ETag', async () => {
    const id = await stage.inbox.store();
    const { status, headers, body } = await get(`/requests/${id}`);
    expect([status, headers.get('etag'), body.id]).toEqual([200, '"1"', id]);
  });

  it('is not found when it is not there, or its id is none', async () => {
    for (const id of [randomUUID(), 'nonsense', "1'%20or%20'1", '%00']) {
      expect((await get(`/requests/${id}`)).body).toMatchObject({ status: 404, title: 'Not found' });
    }
  });
});

describe('a change', () => {
  it('needs the version that was seen, in the body or as If-Match', async () => {
    const id = await stage.inbox.store();
    expect((await patch(id, { status: 'ACCEPTED' })).status).toBe(428);
    expect((await patch(id, { status: 'ACCEPTED' }, { 'if-match': '*' })).status).toBe(428);
    expect((await patch(id, { status: 'ACCEPTED' }, { 'if-match': '' })).status).toBe(428);
    expect((await patch(id, {})).status).toBe(428);
    expect((await patch(id, { status: 'ACCEPTED', version: 1 })).body).toMatchObject({
      status: 'ACCEPTED',
      version: 2,
    });
    const weak = await patch(id, { labels: [' vip '] }, { 'if-match': 'W/"2"' });
    expect([weak.status, weak.headers.get('etag'), weak.body.labels]).toEqual([200, '"3"', ['vip']]);
    expect((await patch(id, { dueOn: '2026-12-24' }, { 'if-match': '"3"' })).body.dueOn).toBe('2026-12-24');
    expect((await patch(id, { dueOn: '2026-12-25' }, { 'if-match': '4' })).body.dueOn).toBe('2026-12-25');
    const both = await patch(id, { dueOn: '2026-12-26', version: 5 }, { 'if-match': '"5"' });
    expect(both.body.dueOn).toBe('2026-12-26');
    const behindApache = await patch(id, { dueOn: '2026-12-27' }, { 'if-match': '"6-gzip"' });
    expect(behindApache.body.dueOn).toBe('2026-12-27');
  });

  it('is not found for a request that is not there, with a version or without', async () => {
    for (const version of [{}, { version: 1 }]) {
      expect((await patch(randomUUID(), { status: 'ACCEPTED', ...version })).status).toBe(404);
    }
  });

  it('gets the current state when it names an old version', async () => {
    const id = await stage.inbox.store();
    await patch(id, { status: 'ACCEPTED', version: 1 });
    const stale = [
      { headers: { 'if-match': '"1"' } },
      { headers: { 'if-match': '"nonsense"' } },
      { headers: { 'if-match': '"02"' } },
      { named: { version: 0 } },
      { headers: { 'if-match': '"1"' }, named: { version: 2 } },
      { headers: { 'if-match': '"2"' }, named: { version: 1 } },
    ];
    for (const { named = {}, headers = {} } of stale) {
      const { status, body } = await patch(id, { status: 'DECLINED', ...named }, headers as Record<string, string>);
      expect(status).toBe(412);
      expect(body.current).toMatchObject({
        id,
        status: 'ACCEPTED',
        version: 2,
        createdAt: expect.stringMatching(/Z$/),
      });
    }
  });

  it('is carried out once when two operators make it at once, and the other one gets the result', async () => {
    const id = await stage.inbox.store();
    const other = await stage.person('operator');
    const answers = await Promise.all([
      patch(id, { status: 'ACCEPTED', version: 1 }),
      other.call('PATCH', `${api}/requests/${id}`, { body: { status: 'DECLINED', version: 1 } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const [won] = answers.filter(({ status }) => status === 200);
    const [lost] = answers.filter(({ status }) => status === 412);
    expect(lost?.body.current).toEqual(won?.body);
  });

  it('needs no version to read and unread, and counts none', async () => {
    const id = await stage.inbox.store();
    expect((await patch(id, { unread: false })).body).toMatchObject({ unread: false, version: 1 });
  });

  it('can leave the customer without a mail', async () => {
    await stage.database.pool.query(
      `insert into delivery_channels (id, kind, name, types, settings)
       values (gen_random_uuid(), 'mail', 'Customers', '{request.status_changed}', '{"audience": "customers", "language": "en"}')`,
    );
    const id = await stage.inbox.store();
    const mails = async () => (await get(`/requests/${id}/deliveries`)).body.items.length;
    expect((await patch(id, { status: 'ACCEPTED', customerMail: 'skip', version: 1 })).status).toBe(200);
    expect(await mails()).toBe(0);
    expect((await patch(id, { status: 'IN_PROGRESS', version: 2 })).status).toBe(200);
    expect(await mails()).toBe(1);
    await stage.database.pool.query('truncate delivery_channels, deliveries cascade');
  });

  it('shows the name for the queue of one request, and not of many', async () => {
    const id = await stage.inbox.store();
    const form = { v: 1, queueName: 'Zoë' };
    await stage.database.pool.query('update commission_requests set commission_form = $2 where id = $1', [id, form]);
    expect((await patch(id, { queueNameShown: true })).status).toBe(428);
    expect((await patch(id, { queueNameShown: true, version: 1 })).body).toMatchObject({ queueNameShown: true });
    expect((await patch(id, { queueNameShown: null, version: 2 })).body).toMatchObject({ queueNameShown: null });
    const body = { ids: [{ id, version: 3 }], change: { queueNameShown: true } };
    expect((await operator.call('POST', `${api}/requests/bulk`, { body })).status).toBe(422);
  });

  it('is taken back by another one', async () => {
    const id = await stage.inbox.store();
    await patch(id, { status: 'SPAM', publicMessage: 'Sorry', version: 1 });
    expect((await patch(id, { status: 'NEW', publicMessage: null, version: 2 })).body).toMatchObject({
      status: 'NEW',
      version: 3,
    });
    const { body } = await get(`/requests/${id}/events`);
    expect(body.items.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'created',
      'public-message',
      'public-message',
      'status',
      'status',
    ]);
  });

  it.each([
    { status: 'GONE' },
    { dueOn: '2026-02-30' },
    { dueOn: '24.12.2026' },
    { labels: 'vip' },
    { labels: [''] },
    { labels: ['   '] },
    { labels: ['x'.repeat(51)] },
    { labels: ['a,b'] },
    { labels: ['a\u0000b'] },
    { labels: ['\u3164'] },
    { labels: Array.from({ length: 21 }, (_, index) => `label ${index}`) },
    { publicMessage: 'x'.repeat(5001) },
    { publicMessage: '\ud800' },
    { unread: 'yes' },
    { customerMail: 'never' },
    { queueNameShown: 'yes' },
    { version: -1 },
    { version: '1' },
    { state: 'ACCEPTED' },
    [],
    'text',
  ])('rejects %j', async (change) => {
    const id = await stage.inbox.store();
    const body =
      Array.isArray(change) || typeof change === 'string' ? JSON.stringify(change) : { version: 1, ...change };
    const rejected = await patch(id, body);
    expect(rejected.status).toBe(422);
    expect(rejected.body.issues[0]).toEqual({
      path: expect.any(String),
      message: expect.any(String),
      code: expect.any(String),
    });
    expect((await get(`/requests/${id}`)).body.version).toBe(1);
  });

  it('takes twenty labels of fifty characters, and a public message of 5,000', async () => {
    const id = await stage.inbox.store();
    const labels = Array.from({ length: 20 }, (_, index) => `${String(index).padStart(2, '0')}${'😀'.repeat(48)}`);
    expect((await patch(id, { version: 1, labels, publicMessage: '😀'.repeat(5000) })).status).toBe(200);
  });

  it('gives labels, which are listed once each', async () => {
    const labels = async () => (await stage.owner.call('GET', `${api}/labels`)).body.items;
    const before = await labels();
    for (const given of [['zebra', 'Ähre'], ['zebra']]) {
      await stage.inbox.editor.change(await stage.inbox.store(), 1, { labels: given }, stage.inbox.actor);
    }
    const added = (await labels()).filter((label: string) => !before.includes(label));
    expect(added).toEqual(['zebra', 'Ähre']);
  });

  it('has one label of those that look the same, which each of them finds', async () => {
    const id = await stage.inbox.store();
    const label = `Café ${id}`;
    expect((await patch(id, { version: 1, labels: [`\u200b${label.normalize('NFD')}`] })).body.labels).toEqual([label]);
    for (const sent of [label, label.normalize('NFD')]) {
      const found = (await get(`/requests?label=${encodeURIComponent(sent)}`)).body;
      expect(found).toMatchObject({ items: [{ id }], counts: { NEW: 1 } });
    }
  });

  it('is one in place of several that look the same, of one request and of many', async () => {
    const id = await stage.inbox.store();
    const labels = ['same', ' same ', 'Café', 'Cafe\u0301'];
    expect((await patch(id, { version: 1, labels })).body.labels).toEqual(['same', 'Café']);
    const body = { ids: [{ id, version: 2 }], change: { labels: [...labels, 'oil'] } };
    await operator.call('POST', `${api}/requests/bulk`, { body });
    expect((await get(`/requests/${id}`)).body.labels).toEqual(['same', 'Café', 'oil']);
  });

  it('is not found for a request that is not there', async () => {
    expect((await patch(randomUUID(), { status: 'SPAM', version: 1 })).status).toBe(404);
    expect((await patch('nonsense', { status: 'SPAM', version: 1 })).status).toBe(404);
  });

  it('is JSON by its type even when it needs no body', async () => {
    const id = await stage.inbox.store();
    const headers = { 'content-type': 'application/json' };
    const status = async (method: string, path: string) =>
      (await stage.owner.call(method, `${api}/requests/${id}${path}`, { headers })).status;
    expect(await status('POST', '/status-link')).toBe(201);
    expect(await status('POST', '/notes')).toBe(400);
    expect(await status('DELETE', '')).toBe(200);
  });

  it('comes as JSON alone', async () => {
    const id = await stage.inbox.store();
    expect((await patch(id, '{"unread":false}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await patch(id, 'unread=false', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await patch(id, '{"unread":')).status).toBe(400);
    expect((await patch(id, JSON.stringify({ publicMessage: 'x'.repeat(300_000) }))).status).toBe(413);
  });
});

describe('the other requests of a customer', () => {
  it('are those from the same mailbox, however it is written, the newest first', async () => {
    const store = (email: string, minutesAgo: number) =>
      stage.inbox.store({ email, createdAt: new Date(Date.now() - minutesAgo * 60_000) });
    const id = await store('Ethan.Brooks@example.org', 3);
    const older = await store('ethan.brooks@EXAMPLE.org', 9);
    const newer = await store(' ethan.brooks@example.org', 1);
    await store('ethan.brooks@example.org.evil.example', 2);
    const { status, body } = await get(`/requests/${id}/same-customer`);
    expect(status).toBe(200);
    expect(body.total).toBe(2);
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([newer, older]);
    const counts = await Promise.all([older, id, newer].map(async (one) => (await get(`/requests/${one}`)).body));
    expect(counts.map(({ customerRequests }) => customerRequests)).toEqual([
      { position: 1, total: 3 },
      { position: 2, total: 3 },
      { position: 3, total: 3 },
    ]);
  });

  it('are none for somebody who is new, and not found for a request that is not there', async () => {
    const id = await stage.inbox.store({ email: `${randomUUID()}@example.org` });
    expect((await get(`/requests/${id}/same-customer`)).body).toEqual({ items: [], total: 0 });
    expect((await get(`/requests/${id}`)).body).not.toHaveProperty('customerRequests');
    expect((await get(`/requests/${randomUUID()}/same-customer`)).status).toBe(404);
  });
});

describe('a note', () => {
  it('answers with its event, which the history shows', async () => {
    const id = await stage.inbox.store();
    const text = '😀'.repeat(20_000);
    const { status, body } = await operator.call('POST', `${api}/requests/${id}/notes`, { body: { text } });
    expect(status).toBe(201);
    expect(body).toEqual({
      seq: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      requestId: id,
      actor: { kind: 'operator', id: expect.any(String), name: 'operator@example.org' },
      kind: 'note',
      from: null,
      to: text,
    });
    expect((await get(`/requests/${id}/events`)).body.items).toContainEqual(body);
  });

  it.each([{ text: '' }, { text: 'x'.repeat(20_001) }, { text: '\u0000' }, {}, { text: 'x', more: 1 }])(
    'rejects %j',
    async (body) => {
      const id = await stage.inbox.store();
      expect((await operator.call('POST', `${api}/requests/${id}/notes`, { body })).status).toBe(422);
    },
  );

  it('is not found on a request that is not there', async () => {
    expect((await operator.call('POST', `${api}/requests/${randomUUID()}/notes`, { body: { text: 'x' } })).status).toBe(
      404,
    );
    expect((await get(`/requests/${randomUUID()}/events`)).status).toBe(404);
  });
});

describe('a bulk change', () => {
  const bulk = (body: unknown) => operator.call('POST', `${api}/requests/bulk`, { body });

  it('tells by ids and versions how many changed, were skipped and failed', async () => {
    const ids = [await stage.inbox.store(), await stage.inbox.store()];
    await patch(ids[1] ?? '', { status: 'ACCEPTED', version: 1 });
    const named = ids.map((id) => ({ id, version: 1 }));
    expect((await bulk({ ids: named, change: { status: 'SPAM' } })).body).toEqual({
      changed: 1,
      skipped: 1,
      failed: 0,
    });
  });

  it('counts a request that is named twice as changed once', async () => {
    const named = { id: await stage.inbox.store(), version: 1 };
    const { body } = await bulk({ ids: [named, named], change: { status: 'SPAM' } });
    expect(body).toEqual({ changed: 1, skipped: 1, failed: 0 });
  });

  it('takes 10,000 ids', async () => {
    const ids = Array.from({ length: 10_000 }, () => ({ id: randomUUID(), version: 2 ** 31 - 1 }));
    expect((await bulk({ ids, change: { unread: false } })).body).toEqual({ changed: 0, skipped: 10_000, failed: 0 });
    expect((await bulk({ ids: [...ids, ids[0]], change: { unread: false } })).status).toBe(422);
  });

  it('skips by a filter what came later', async () => {
    const now = Date.now();
    await stage.inbox.store({ typeId: 'bulk', createdAt: new Date(now - 2000) });
    const asOf = new Date(now - 1000).toISOString();
    await stage.inbox.store({ typeId: 'bulk', createdAt: new Date(now) });
    const { body } = await bulk({ filter: { type: ['bulk'], status: 'NEW' }, asOf, change: { labels: ['done'] } });
    expect(body).toEqual({ changed: 1, skipped: 1, failed: 0 });
    expect((await get('/requests?label=done')).body.items).toHaveLength(1);
  });

  it('changes by a filter as of the last event what that event tells of', async () => {
    for (let index = 0; index < 5; index += 1) {
      const id = await stage.inbox.store({ typeId: `told-${index}` });
      await patch(id, { version: 1, status: 'ACCEPTED' });
      const { at } = (await get(`/requests/${id}/events`)).body.items.at(-1);
      const { body } = await bulk({ filter: { type: `told-${index}` }, asOf: at, change: { status: 'DECLINED' } });
      expect(body).toEqual({ changed: 1, skipped: 0, failed: 0 });
    }
  });

  it.each([
    {},
    { change: { status: 'SPAM' } },
    { ids: [], change: { status: 'SPAM' } },
    { ids: [{ id: 'x', version: 1 }], change: { status: 'SPAM' } },
    { ids: [{ id: randomUUID() }], change: { status: 'SPAM' } },
    { ids: [{ id: randomUUID(), version: 1 }], change: {} },
    { filter: {}, change: { status: 'SPAM' } },
    { filter: { nonsense: 1 }, asOf: '2026-01-01T00:00:00Z', change: { status: 'SPAM' } },
    { ids: [{ id: randomUUID(), version: 1 }], filter: {}, asOf: '2026-01-01T00:00:00Z', change: { status: 'SPAM' } },
  ])('rejects %j', async (body) => {
    expect((await bulk(body)).status).toBe(422);
  });
});
