import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetChangeKeys } from '../../src/accounts/create-change-keys.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;
let owner: Caller;

beforeAll(async () => {
  stage = await openOperatorStage();
  owner = stage.owner;
  const mail = { audience: 'customers', language: 'en', messages: true };
  await owner.call('POST', `${api}/channels/mail`, { body: { name: 'Customers', types: [], mail } });
});

afterAll(() => stage.close());

const keyed = (method: string, path: string, key: string, body?: unknown, caller = owner) =>
  caller.call(method, `${api}${path}`, {
    ...(body !== undefined && { body }),
    headers: { 'idempotency-key': key },
  });

async function twice(method: string, path: string, body?: unknown) {
  const key = randomUUID();
  const [first, second] = [await keyed(method, path, key, body), await keyed(method, path, key, body)];
  expect([second.status, second.text, second.headers.get('etag')]).toEqual([
    first.status,
    first.text,
    first.headers.get('etag'),
  ]);
  expect(first.status).toBeLessThan(300);
  return first;
}

/** The kinds of the events after its arrival. */
const events = async (id: string) =>
  (await owner.call('GET', `${api}/requests/${id}/events`)).body.items
    .slice(1)
    .map(({ kind }: { kind: string }) => kind);
const entries = async (id: string) => {
  const text = 'select kind from request_entries where request_id = $1 order by id';
  return (await stage.database.pool.query<{ kind: string }>(text, [id])).rows.map(({ kind }) => kind);
};
const keys = async () => (await stage.database.pool.query('select status from change_keys')).rows.length;

describe('a change that is sent again with its key', () => {
  it('is made once and gets the same answer', async () => {
    const id = await stage.inbox.store();
    await twice('PATCH', `/requests/${id}`, { status: 'ACCEPTED', version: 1 });
    await twice('POST', `/requests/${id}/notes`, { text: 'A note' });
    await twice('POST', `/requests/${id}/messages`, { text: 'Hello' });
    expect(await events(id)).toEqual(['status', 'note', 'message']);
    expect(await entries(id)).toEqual(['note', 'message']);
    const { body } = await twice('POST', '/requests/bulk', { ids: [{ id, version: 2 }], change: { labels: ['oil'] } });
    expect(body).toEqual({ changed: 1, skipped: 0, failed: 0 });
    await twice('DELETE', `/requests/${id}`);
  });

  it('publishes one revision', async () => {
    const saved = await twice('PUT', '/studio/draft', { version: 1, document: { title: 'Ann' } });
    await twice('POST', '/studio/publish', { version: saved.body.version });
    expect((await owner.call('GET', `${api}/studio/revisions`)).body.items).toHaveLength(1);
  });

  it('gives the secret again, which the database does not show', async () => {
    const { body } = await twice('POST', '/tokens', { name: 'A program', scopes: ['read'] });
    expect((await owner.call('GET', `${api}/tokens`)).body.items).toHaveLength(1);
    const { rows } = await stage.database.pool.query<{ answer: Buffer | null }>('select answer from change_keys');
    expect(rows.some(({ answer }) => answer?.includes(body.secret))).toBe(false);
    await twice('POST', '/invitations', { email: 'bob@example.org', role: 'viewer' });
    await twice('DELETE', `/tokens/${body.token.id}`);
  });

  it('is made once when both are sent at the same time', async () => {
    const id = await stage.inbox.store();
    const key = randomUUID();
    const send = () => keyed('POST', `/requests/${id}/notes`, key, { text: 'A note' });
    const statuses = (await Promise.all([send(), send(), send(), send()])).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 409)).toContain(201);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    expect(await events(id)).toEqual(['note']);
    expect(await entries(id)).toEqual(['note']);
  });
});

describe('a status with a message', () => {
  const change = (id: string, body: object) =>
    owner.call('PATCH', `${api}/requests/${id}`, { body: { version: 1, status: 'ACCEPTED', ...body } });
  const deliveries = async (id: string) =>
    (await owner.call('GET', `${api}/requests/${id}/deliveries`)).body.items.map(({ type }: { type: string }) => type);

  it('is one change, with the words in place of the usual mail', async () => {
    const id = await stage.inbox.store();
    const { status, body } = await change(id, { dueOn: '2030-01-02', message: { text: 'Yes, gladly' } });
    expect([status, body]).toMatchObject([200, { status: 'ACCEPTED', dueOn: '2030-01-02', version: 2 }]);
    expect(await events(id)).toEqual(['status', 'due', 'message']);
    expect(await deliveries(id)).toEqual(['request.message']);
  });

  it('changes nothing when the version is old or missing, or no channel writes to customers', async () => {
    const id = await stage.inbox.store();
    const message = { text: 'Yes' };
    expect((await change(id, { message, version: 7 })).status).toBe(412);
    expect((await owner.call('PATCH', `${api}/requests/${id}`, { body: { unread: false, message } })).status).toBe(428);
    expect((await change(id, { message: { text: '' } })).status).toBe(422);
    const { pool } = stage.database;
    await pool.query("update delivery_channels set state = 'disabled'");
    const refused = await change(id, { message });
    await pool.query("update delivery_channels set state = 'enabled'");
    expect([refused.status, refused.body.type]).toEqual([409, 'urn:commissions:problem:no-mail-channel']);
    expect([await events(id), await deliveries(id)]).toEqual([[], []]);
  });
});

describe('a key', () => {
  it('is refused for another body, path or version, but serves another account', async () => {
    const id = await stage.inbox.store();
    const key = randomUUID();
    const note = (text: string, caller = owner) => keyed('POST', `/requests/${id}/notes`, key, { text }, caller);
    expect((await note('One')).status).toBe(201);
    const other = await note('Two');
    expect([other.status, other.body.type]).toEqual([422, 'urn:commissions:problem:idempotency-key-reused']);
    expect((await keyed('POST', `/requests/${id}/messages`, key, { text: 'One' })).status).toBe(422);
    expect((await note('Three', await stage.program('write'))).status).toBe(201);
    expect(await events(id)).toEqual(['note', 'note']);
    expect((await keyed('POST', `/requests/${id}/notes`, 'x'.repeat(256), { text: 'One' })).status).toBe(400);
  });

  it('is free after a change that was refused', async () => {
    const id = await stage.inbox.store();
    const key = randomUUID();
    expect((await keyed('PATCH', `/requests/${id}`, key, { status: 'SPAM', version: 7 })).status).toBe(412);
    expect((await keyed('PATCH', `/requests/${id}`, key, { status: 'NO', version: 1 })).status).toBe(422);
    expect((await keyed('PATCH', `/requests/${id}`, key, { status: 'SPAM', version: 1 })).status).toBe(200);
  });

  it('is free after a change of several steps that was refused', async () => {
    const key = randomUUID();
    expect((await keyed('DELETE', `/requests/${randomUUID()}`, key)).status).toBe(404);
    expect((await keyed('DELETE', `/requests/${await stage.inbox.store()}`, key)).status).toBe(200);
  });

  it('keeps nothing of a change whose transaction fails at the end', async () => {
    const { pool } = stage.database;
    const id = await stage.inbox.store();
    await pool.query('alter table change_keys add constraint refuses check (false) not valid');
    const key = randomUUID();
    const send = () => keyed('POST', `/requests/${id}/notes`, key, { text: 'A note' });
    expect((await send()).status).toBe(500);
    expect(await events(id)).toEqual([]);
    await pool.query('alter table change_keys drop constraint refuses');
    expect((await send()).status).toBe(201);
    expect(await events(id)).toEqual(['note']);
  });

  it('goes with its request, after a day, and when its account has too many', async () => {
    const { pool } = stage.database;
    await pool.query('delete from change_keys');
    const id = await stage.inbox.store();
    await keyed('POST', `/requests/${id}/notes`, 'k1', { text: 'A note' });
    expect(await keys()).toBe(1);
    await keyed('DELETE', `/requests/${id}`, 'k2');
    expect(await keys()).toBe(1);
    await pool.query("update change_keys set expires_at = now() - interval '1 second'");
    await forgetChangeKeys(pool);
    expect(await keys()).toBe(0);
    await pool.query(`
      insert into change_keys (id, actor_id, fingerprint, status, answer, expires_at)
      select n::text, '01a1fd28-3dad-7780-8614-833503e8d965', '', 200, decode(repeat('00', 1024 * 1024), 'hex'),
        now() + make_interval(mins => n) from generate_series(1, 40) n`);
    await forgetChangeKeys(pool);
    const { rows } = await pool.query('select min(id::int) as oldest, count(*)::int as kept from change_keys');
    expect(rows).toEqual([{ oldest: 9, kept: 32 }]);
  });
});
