import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import type { Result } from '../../src/deliveries/ledger/sender.ts';
import { api, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.database.pool.query('truncate delivery_channels, deliveries, delivery_attempts cascade'));

const hook = { kind: 'webhook', name: 'A bot', url: 'https://bot.example.org/requests?token=hush' };

async function addChannel(changes: Record<string, unknown> = {}): Promise<{ id: string; secret: string }> {
  const { status, body } = await stage.owner.call('POST', `${api}/channels`, { body: { ...hook, ...changes } });
  expect(status).toBe(201);
  return { id: body.channel.id, secret: body.secret };
}

async function makeDelivery(channelId: string, requestId: string): Promise<string> {
  const text = "insert into deliveries (channel_id, request_id, type) values ($1, $2, 'request.created') returning id";
  return (await stage.database.pool.query<{ id: string }>(text, [channelId, requestId])).rows[0]?.id ?? '';
}

/** Records an attempt with this result for every due delivery, as a worker would. */
async function tryAll(channelId: string, result: Result): Promise<void> {
  const ledger = createDeliveryLedger(stage.database.pool, kinds);
  for (const dispatch of (await ledger.claim(channelId, 100)).dispatches) {
    const outcome = {
      result,
      cause: 'error-response' as const,
      detail: 'So it went',
      status: 200,
      response: '<b>ok</b>',
    };
    await ledger.finish(dispatch, {
      durationMs: 12,
      outcome,
      body: '{"type":"request.created"}',
      isInterrupted: false,
    });
  }
}

describe('a new channel', () => {
  it.each([
    [
      { kind: 'slack', url: 'https://hooks.slack.com/services/T0/t0ken', language: 'de', fields: ['customerName'] },
      'hooks.slack.com',
      { address: 'https://hooks.slack.com/…', language: 'de', fields: ['customerName'] },
    ],
    [
      { kind: 'ntfy', topic: 't0ken', token: 'tk_t0ken' },
      'ntfy.sh',
      { server: 'https://ntfy.sh/', language: 'en', fields: [] },
    ],
    [
      { kind: 'mail', types: ['request.created'], mail: { audience: 'customers', messages: false } },
      'Customers',
      { audience: 'customers', language: 'en', messages: false },
    ],
  ])('is of any kind, and shows its settings without what is secret: %j', async (body, name, settings) => {
    const { status, body: added, text } = await stage.owner.call('POST', `${api}/channels`, { body });
    expect(status).toBe(201);
    expect(added).toEqual({
      channel: expect.objectContaining({ kind: body.kind, name, settings, types: ['request.created'] }),
      secret: null,
    });
    expect(text).not.toContain('t0ken');
    const path = `${api}/channels/${added.channel.id}`;
    const renamed = await stage.owner.call('PATCH', path, { body: { name: 'Renamed' } });
    expect(renamed.body).toMatchObject({ name: 'Renamed', settings });
    const shown = await stage.owner.call('GET', `${api}/channels`);
    expect(shown.body.items).toEqual([renamed.body]);
    expect(shown.text).not.toContain('t0ken');
  });

  it.each([
    [{ kind: 'slack', url: 'http://127.0.0.1/services/x' }, '/url', 'url'],
    [{ kind: 'slack', url: 'https://hooks.slack.com/x', fields: ['customerEmail'] }, '/fields/0', 'not-offered'],
    [{ kind: 'slack', url: 'https://hooks.slack.com/x', types: ['request.erased'] }, '/types/0', 'not-offered'],
    [{ kind: 'ntfy', topic: 'x', server: 'http://10.0.0.1/' }, '/server', 'url'],
    [{ kind: 'ntfy', topic: 'a/b' }, '/topic', 'format'],
    [{ kind: 'ntfy' }, '/topic', 'missing'],
    [{ kind: 'pigeon', url: 'https://example.org/' }, '/kind', 'not-offered'],
    [{ kind: 'mail', types: [], mail: { audience: 'customers', messages: false } }, '/types', 'rule'],
  ])('is refused as %j', async (body, path, code) => {
    const refused = await stage.owner.call('POST', `${api}/channels`, { body });
    expect(refused.status).toBe(422);
    expect(refused.body.issues).toMatchObject([{ path, code }]);
  });
});

describe('channels', () => {
  it('are added with a secret that is shown once, and listed without it', async () => {
    const { id, secret } = await addChannel({ fields: ['message'] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { body, text } = await stage.owner.call('GET', `${api}/channels`);
    expect(body.items).toMatchObject([
      {
        id,
        kind: 'webhook',
        name: 'A bot',
        state: 'enabled',
        types: ['request.created', 'request.status_changed', 'request.erased'],
        settings: {
          format: 'standard',
          fields: ['message'],
          verifiesTls: true,
          address: 'https://bot.example.org/…',
        },
        hasSecret: true,
      },
    ]);
    expect(text).not.toContain('hush');
    expect(text).not.toContain(secret);
  });

  it('name each type once', async () => {
    const twice = ['request.created', 'request.created'];
    const { id } = await addChannel({ types: twice });
    const path = `${api}/channels/${id}`;
    expect((await stage.owner.call('GET', path)).body.types).toEqual(['request.created']);
    expect((await stage.owner.call('PATCH', path, { body: { types: twice } })).body.types).toEqual(['request.created']);
  });

  it.each([
    ['discord', 'https://discord.com/api/webhooks/1/t0ken', 'https://discord.com/…'],
    ['standard', 'https://hooks.example.org:8443/services/T0/t0ken', 'https://hooks.example.org:8443/…'],
    ['standard', 'https://hooks.example.org/?key=t0ken', 'https://hooks.example.org/…'],
  ])('keep their URL and their secret from whoever has the database alone: %s %s', async (format, url, shown) => {
    const { id, secret } = await addChannel({ url, format });
    await stage.owner.call('PATCH', `${api}/channels/${id}`, { body: { name: 'Renamed' } });
    const { rows } = await stage.database.pool.query('select t::text as row from delivery_channels t');
    expect(rows[0].row).not.toContain('t0ken');
    expect(rows[0].row).not.toContain(secret.slice(6));
    expect(rows[0].row).toContain(shown);
    expect((await stage.owner.call('GET', `${api}/channels/${id}`)).body.settings.address).toBe(shown);
  });

  it.each([
    ['ftp://bot.example.org/', 'must begin with'],
    ['not a url', 'must be a URL'],
    ['https://user:word@bot.example.org/', 'must have no user name'],
    ['http://127.0.0.1:3000/', 'a private address'],
    ['http://0x7f.1/', 'a private address'],
    ['http://2130706433/', 'a private address'],
    ['http://[::ffff:7f00:1]/', 'a private address'],
    ['http://[64:ff9b::7f00:1]/', 'a private address'],
    ['http://[2002:7f00:1::]/', 'a private address'],
    ['http://[fe80::1%25eth0]/', 'must be a URL'],
    ['http://169.254.169.254/latest/meta-data', 'a private address'],
  ])('take no URL %s', async (url, message) => {
    const { status, body } = await stage.owner.call('POST', `${api}/channels`, { body: { ...hook, url } });
    expect(status).toBe(422);
    expect(body.issues).toMatchObject([{ path: '/url', message: expect.stringContaining(message), code: 'url' }]);
  });

  it.each([2001, 10_000, 100_000])('take no URL of %d characters', async (length) => {
    const url = 'https://bot.example.org/'.padEnd(length, 'x');
    const { status, body } = await stage.owner.call('POST', `${api}/channels`, { body: { ...hook, url } });
    expect([status, body.issues.map(({ path }: { path: string }) => path)]).toEqual([422, ['/url']]);
  });

  it.each([
    [{ types: [] }, '/types'],
    [{ types: ['everything'] }, '/types/0'],
    [{ fields: ['password'] }, '/fields/0'],
    [{ name: ' ' }, '/name'],
    [{ kind: 'pigeon' }, '/kind'],
    [{ colour: 'red' }, ''],
  ])('are checked: %j', async (changes, path) => {
    const { status, body } = await stage.owner.call('POST', `${api}/channels`, { body: { ...hook, ...changes } });
    expect([status, body.issues[0].path]).toEqual([422, path]);
  });

  it('are changed, held and removed', async () => {
    const { id } = await addChannel();
    const change = { name: 'Bot', state: 'held', fields: ['extras'], url: 'https://new.example.org/' };
    const changed = await stage.owner.call('PATCH', `${api}/channels/${id}`, { body: change });
    expect(changed.body).toMatchObject({
      name: 'Bot',
      state: 'held',
      settings: { fields: ['extras'], address: 'https://new.example.org/' },
    });
    expect((await stage.owner.call('DELETE', `${api}/channels/${id}`)).status).toBe(204);
    expect((await stage.owner.call('GET', `${api}/channels/${id}`)).status).toBe(404);
    expect((await stage.owner.call('DELETE', `${api}/channels/${id}`)).status).toBe(404);
  });

  it('are released at once by an owner when they are held, and no others', async () => {
    const [held, disabled, enabled] = [await addChannel(), await addChannel(), await addChannel()];
    const change = (id: string, state: string) =>
      stage.owner.call('PATCH', `${api}/channels/${id}`, { body: { state } });
    await Promise.all([change(held.id, 'held'), change(disabled.id, 'disabled')]);
    const path = `${api}/channels/release`;
    expect((await (await stage.program('write')).call('POST', path)).status).toBe(403);
    expect((await stage.owner.call('POST', path)).body.items).toMatchObject([{ id: held.id, state: 'enabled' }]);
    const { body } = await stage.owner.call('GET', `${api}/channels`);
    const states = new Map(body.items.map((one: { id: string; state: string }) => [one.id, one.state]));
    expect([held, disabled, enabled].map(({ id }) => states.get(id))).toEqual(['enabled', 'disabled', 'enabled']);
    expect((await stage.owner.call('POST', path)).body.items).toEqual([]);
  });

  it('get a new secret', async () => {
    const { id, secret } = await addChannel();
    const rotated = await stage.owner.call('POST', `${api}/channels/${id}/secret`, { body: {} });
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(secret);
    const shown = async () => (await stage.owner.call('GET', `${api}/channels/${id}`)).body.previousSecretsUntil;
    expect(await shown()).toEqual([expect.any(String)]);
    for (let count = 1; count < 10; count += 1) {
      expect((await stage.owner.call('POST', `${api}/channels/${id}/secret`, { body: {} })).status).toBe(200);
    }
    expect(await shown()).toHaveLength(10);
    expect(await stage.owner.call('POST', `${api}/channels/${id}/secret`, { body: {} })).toMatchObject({
      status: 409,
      body: { type: 'urn:commissions:problem:too-many-secrets' },
    });
  });

  it('say so when their secret was lost, and are given another one with their URL', async () => {
    const { id } = await addChannel();
    await stage.database.pool.query("update delivery_channels set sealed = 's1.AAAAAAAA.AAAA'");
    expect((await stage.owner.call('GET', `${api}/channels/${id}`)).body.hasSecret).toBe(false);
    const path = `${api}/channels/${id}/secret`;
    expect(await stage.owner.call('POST', path, { body: {} })).toMatchObject({
      status: 409,
      body: { type: 'urn:commissions:problem:secret-lost' },
    });
    expect((await stage.owner.call('POST', path, { body: { url: hook.url } })).status).toBe(200);
    expect((await stage.owner.call('GET', `${api}/channels/${id}`)).body.hasSecret).toBe(true);
  });

  it('are fifty at most', async () => {
    await stage.database.pool.query(`
      insert into delivery_channels (id, kind, name, types, settings)
      select gen_random_uuid(), 'mail', 'x', array['request.created'], '{}' from generate_series(1, 50)`);
    expect((await stage.owner.call('POST', `${api}/channels`, { body: hook })).status).toBe(409);
  });

  it('are judged by their attempts', async () => {
    const { id } = await addChannel();
    const verdict = async () => (await stage.owner.call('GET', `${api}/channels/health`)).body.items[0];
    expect(await verdict()).toMatchObject({ channel: { id }, verdict: 'idle' });
    const request = await stage.inbox.store();
    await makeDelivery(id, request);
    await tryAll(id, 'delivered');
    expect(await verdict()).toMatchObject({ verdict: 'healthy', lastDeliveredAt: expect.any(String), waiting: 0 });
    await makeDelivery(id, request);
    await tryAll(id, 'retry');
    expect(await verdict()).toMatchObject({
      verdict: 'failing',
      lastDetail: 'So it went',
      lastCause: 'error-response',
      waiting: 1,
    });
    await stage.database.pool.query("update delivery_attempts set ended_at = ended_at - interval '61 minutes'");
    expect(await verdict()).toMatchObject({ verdict: 'broken', failingSince: expect.any(String) });
    await stage.owner.call('PATCH', `${api}/channels/${id}`, { body: { state: 'disabled' } });
    expect(await verdict()).toMatchObject({ verdict: 'disabled' });
  });
});

describe('deliveries', () => {
  it('are shown with what was sent and each attempt, to whoever reads requests', async () => {
    const { id } = await addChannel();
    const request = await stage.inbox.store();
    const delivery = await makeDelivery(id, request);
    await tryAll(id, 'delivered');
    const reader = await stage.program('read');
    const ofRequest = await reader.call('GET', `${api}/requests/${request}/deliveries`);
    expect(ofRequest.body.items).toMatchObject([{ id: delivery, state: 'delivered', channel: { id, name: 'A bot' } }]);
    expect((await reader.call('GET', `${api}/deliveries/${delivery}`)).body).toMatchObject({
      body: '{"type":"request.created"}',
      attempts: [
        {
          number: 1,
          result: 'delivered',
          status: 200,
          durationMs: 12,
          response: '<b>ok</b>',
          cause: 'error-response',
          detail: 'So it went',
        },
      ],
    });
    expect((await reader.call('GET', `${api}/deliveries/${randomUUID()}`)).status).toBe(404);
  });

  it('name the person whom their channel writes to, and no person for a webhook', async () => {
    const mail = { audience: 'customers', language: 'en' };
    const added = await stage.owner.call('POST', `${api}/channels/mail`, {
      body: { name: 'Customers', types: ['request.created'], mail },
    });
    const request = await stage.inbox.store();
    await makeDelivery((await addChannel()).id, request);
    await makeDelivery(added.body.id, request);
    const { body } = await stage.owner.call('GET', `${api}/requests/${request}/deliveries`);
    const audiences = body.items.map(({ channel }: { channel: { audience: unknown } }) => channel.audience);
    expect(audiences).toEqual(['customers', null]);
  });

  it('are listed of a request while there is the request or one of them', async () => {
    const { id } = await addChannel();
    const request = await stage.inbox.store();
    const path = `${api}/requests/${request}/deliveries`;
    const itemsOf = async () => (await stage.owner.call('GET', path)).body.items;
    expect(await itemsOf()).toEqual([]);
    const delivery = await makeDelivery(id, request);
    await stage.database.pool.query('delete from commission_requests where id = $1', [request]);
    expect(await itemsOf()).toMatchObject([{ id: delivery, requestGone: true }]);
    await stage.database.pool.query('delete from deliveries where id = $1', [delivery]);
    const { status, body } = await stage.owner.call('GET', path);
    expect([status, body.type]).toEqual([404, 'urn:commissions:problem:not-found']);
  });

  it('are filtered for a channel, and come in pages', async () => {
    const { id } = await addChannel();
    const request = await stage.inbox.store();
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push(await makeDelivery(id, request));
    const path = `${api}/channels/${id}/deliveries`;
    const first = (await stage.owner.call('GET', `${path}?limit=3`)).body;
    const second = (await stage.owner.call('GET', `${path}?limit=3&cursor=${first.next}`)).body;
    const ids = [...first.items, ...second.items].map((item: { id: string }) => item.id);
    expect(ids).toEqual(made.reverse());
    expect(second.next).toBeNull();
    await tryAll(id, 'failed');
    await makeDelivery(id, request);
    expect((await stage.owner.call('GET', `${path}?state=failed,cancelled`)).body.items).toHaveLength(5);
    expect((await stage.owner.call('GET', `${path}?to=2020-01-01`)).body.items).toEqual([]);
    const forged = [
      ['deliveries', '2026-99-99T00:00:00.000000Z', randomUUID()],
      ['deliveries', '2026-02-30T00:00:00.000000Z', randomUUID()],
      ['deliveries', '0000-01-01T00:00:00.000000Z', randomUUID()],
      ['deliveries', '2026-11-20T00:00:00.000000Z', 'no id'],
      ['newest', '2026-11-20T00:00:00.000000Z', randomUUID()],
    ];
    for (const cursor of ['x', ...forged.map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'))]) {
      expect((await stage.owner.call('GET', `${path}?cursor=${cursor}`)).status).toBe(400);
    }
  });

  it('are sent again as new ones that name the old', async () => {
    const { id } = await addChannel();
    const delivery = await makeDelivery(id, await stage.inbox.store());
    const path = `${api}/deliveries/${delivery}/resend`;
    expect((await stage.owner.call('POST', path)).body.type).toBe('urn:commissions:problem:delivery-under-way');
    await tryAll(id, 'failed');
    const again = await stage.owner.call('POST', path);
    expect(again).toMatchObject({ status: 201, body: { resendOf: delivery, state: 'pending', attemptCount: 0 } });
    expect(again.body.id).not.toBe(delivery);
    await stage.owner.call('PATCH', `${api}/channels/${id}`, { body: { state: 'disabled' } });
    expect((await stage.owner.call('POST', path)).body.type).toBe('urn:commissions:problem:channel-disabled');
  });

  it('are not sent again for a request that is gone', async () => {
    const { id } = await addChannel();
    const request = await stage.inbox.store();
    const delivery = await makeDelivery(id, request);
    await tryAll(id, 'failed');
    const isGone = async () => (await stage.owner.call('GET', `${api}/deliveries/${delivery}`)).body.requestGone;
    expect(await isGone()).toBe(false);
    await stage.database.pool.query('delete from commission_requests where id = $1', [request]);
    expect(await isGone()).toBe(true);
    const { status, body } = await stage.owner.call('POST', `${api}/deliveries/${delivery}/resend`);
    expect([status, body.type]).toEqual([409, 'urn:commissions:problem:request-gone']);
  });

  it('are sent again once for a filter, however often that is asked', async () => {
    const { id } = await addChannel();
    const request = await stage.inbox.store();
    for (let count = 0; count < 3; count += 1) await makeDelivery(id, request);
    await tryAll(id, 'failed');
    await makeDelivery(id, request);
    await tryAll(id, 'delivered');
    const path = `${api}/channels/${id}/resend`;
    const ask = async (body: unknown) => (await stage.owner.call('POST', path, { body })).body;
    const count = async (body: unknown) => (await stage.owner.call('POST', `${path}/look-up`, { body })).body;
    expect(await ask({ state: ['failed'], to: '2020-01-01' })).toEqual({ resent: 0 });
    expect(await count({ state: ['failed'], to: '2020-01-01' })).toEqual({ count: 0 });
    expect(await count({ state: ['failed'] })).toEqual({ count: 3 });
    expect(await ask({ state: ['failed'] })).toEqual({ resent: 3 });
    expect(await count({ state: ['failed'] })).toEqual({ count: 0 });
    expect(await ask({ state: ['failed'] })).toEqual({ resent: 0 });
    expect(await ask({ from: '2020-01-01' })).toEqual({ resent: 1 });
  });

  it('are cancelled with their channel when they wait, also where it is enabled again at once', async () => {
    const { id } = await addChannel();
    const delivery = await makeDelivery(id, await stage.inbox.store());
    for (const state of ['disabled', 'enabled']) {
      await stage.owner.call('PATCH', `${api}/channels/${id}`, { body: { state } });
    }
    const { body } = await stage.owner.call('GET', `${api}/deliveries/${delivery}`);
    expect(body).toMatchObject({ state: 'cancelled', cancelCause: 'channel-disabled' });
  });

  it('are shown with their cause beyond the limit of confirmations, counted, and sent by a person', async () => {
    const mail = { audience: 'customers', language: 'en' };
    const added = await stage.owner.call('POST', `${api}/channels/mail`, {
      body: { name: 'Customers', types: ['request.created'], mail },
    });
    const { id } = added.body;
    const requests = [await stage.inbox.store(), await stage.inbox.store()];
    for (const request of requests) await makeDelivery(id, request);
    await tryAll(id, 'delivered');
    const [delivery] = (await stage.owner.call('GET', `${api}/requests/${requests[1]}/deliveries`)).body.items;
    expect(delivery).toMatchObject({ state: 'cancelled', cancelCause: 'confirmation-limit', attemptCount: 0 });
    const health = async () => (await stage.owner.call('GET', `${api}/channels/health`)).body.items[0];
    expect(await health()).toMatchObject({ verdict: 'healthy', waiting: 0, leftOut: 1 });
    expect((await stage.owner.call('POST', `${api}/deliveries/${delivery.id}/resend`)).status).toBe(201);
    await tryAll(id, 'delivered');
    const items = (await stage.owner.call('GET', `${api}/requests/${requests[1]}/deliveries`)).body.items;
    expect(items[0]).toMatchObject({ state: 'delivered', resendOf: delivery.id });
  });

  it('are made at once for a test', async () => {
    const { id } = await addChannel();
    const made = await stage.owner.call('POST', `${api}/channels/${id}/test`);
    expect(made).toMatchObject({ status: 201, body: { type: 'test', requestId: null, state: 'pending' } });
    await stage.owner.call('PATCH', `${api}/channels/${id}`, { body: { state: 'disabled' } });
    expect((await stage.owner.call('POST', `${api}/channels/${id}/test`)).status).toBe(409);
    expect((await stage.owner.call('POST', `${api}/channels/${randomUUID()}/test`)).status).toBe(404);
  });
});
