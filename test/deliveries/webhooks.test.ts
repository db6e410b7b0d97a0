import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { createSealedChannels } from '../../src/deliveries/channels/sealed-channels.ts';
import type { DeliveryDetail } from '../../src/deliveries/history/delivery-shape.ts';
import type { DeliveryWorker } from '../../src/deliveries/ledger/worker.ts';
import { createReceiverClient } from '../../src/deliveries/receivers/receiver-client.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing, createSecretKeyText } from '../../src/platform/secrets/key-ring.ts';
import { addWebhook, type NewWebhook, rotateSecret } from '../support/add-channel.ts';
import { freePort } from '../support/free-port.ts';
import { tlsCertificate, tlsKey } from '../support/tls-certificate.ts';
import { type Answer, answerWith, type Receiver, startReceiver } from './receiver.ts';
import { createNewKeyRing, type DeliveriesStage, openDeliveriesStage } from './stage.ts';

let stage: DeliveriesStage;
let worker: DeliveryWorker;
let receivers: Receiver[];

beforeAll(async () => {
  stage = await openDeliveriesStage();
  worker = stage.openWorker();
});

afterAll(() => stage.close());

beforeEach(async () => {
  receivers = [];
  await stage.empty();
});

afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

async function receive(answer?: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const all = ['request.created', 'request.status_changed', 'request.erased'] as const;

function addChannel(url: URL, changes: Partial<NewWebhook> = {}, channels = stage.channels) {
  return addWebhook(channels, { url, types: all, ...changes });
}

/** Resolves when the first attempt is over. */
async function tryOnce(channelId: string, request: string): Promise<DeliveryDetail> {
  const id = await stage.makeDelivery(channelId, request);
  return stage.until(worker, id, ['delivered', 'failed', 'pending'], 1);
}

const tried = async (answer: Answer) => {
  const { url } = await receive(answer);
  return tryOnce((await addChannel(url)).id, await stage.inbox.store());
};

function verify({ headers, body }: Receiver['received'][number], secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

function isAccepted(received: Receiver['received'][number], secret: string): boolean {
  try {
    verify(received, secret);
    return true;
  } catch {
    return false;
  }
}

describe('a webhook', () => {
  it('is signed as Standard Webhooks asks, and names the request by id, number and link alone', async () => {
    const receiver = await receive();
    const { id, secret } = await addChannel(receiver.url);
    const request = await stage.inbox.store({ name: 'Mia', email: 'mia@example.org', message: 'Two cats' });
    const delivery = await tryOnce(id, request);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ result: 'delivered', status: 204 }] });
    const [received] = receiver.received;
    if (received === undefined) throw new Error('Nothing was received');
    expect(received.headers).toMatchObject({ 'webhook-id': delivery.id, 'content-type': 'application/json' });
    expect(verify(received, secret)).toEqual({
      type: 'request.created',
      timestamp: delivery.createdAt.toISOString(),
      data: {
        id: request,
        number: expect.stringMatching(/^\w{4}-\w{4}$/),
        url: `https://inbox.example.org/requests/${request}`,
        receivedAt: expect.any(String),
      },
    });
    expect(delivery.body).toBe(received.body);
    expect(() => verify({ ...received, body: `${received.body} ` }, secret)).toThrow();
  });

  it('holds the fields that the owner ticked, long texts cut with a mark', async () => {
    const receiver = await receive();
    const { id } = await addChannel(receiver.url, { fields: ['customerName', 'message', 'fileNames'] });
    const message = '🐈'.repeat(5000);
    await tryOnce(id, await stage.inbox.store({ name: '"Mia"\r\nX: y', message, files: ['a.png', 'b.png'] }));
    const { data } = JSON.parse(receiver.received[0]?.body ?? '');
    expect(data).toMatchObject({
      customerName: '"Mia"\r\nX: y',
      message: `${'🐈'.repeat(2000)}…`,
      fileNames: ['a.png', 'b.png'],
    });
    expect(data).not.toHaveProperty('customerEmail');
  });

  it('stays below 20 kB whatever a customer wrote', async () => {
    const receiver = await receive();
    const fields = ['customerName', 'customerEmail', 'customerSocials', 'message', 'typeId', 'fileNames'] as const;
    const { id } = await addChannel(receiver.url, { fields });
    const text = '\u0001'.repeat(4000);
    const files = Array.from({ length: 10 }, () => text);
    await tryOnce(id, await stage.inbox.store({ name: text, message: text, socials: text, typeId: text, files }));
    expect(receiver.received[0]?.body.length).toBeLessThan(20_000);
    expect(JSON.parse(receiver.received[0]?.body ?? '').data.message).toContain('…');
  });

  it('tells of a change with both statuses, and of an erased request with its id alone', async () => {
    const receiver = await receive();
    const { id } = await addChannel(receiver.url, { fields: ['customerName'] });
    const request = await stage.inbox.store();
    await stage.inbox.editor.change(request, 1, { status: 'ACCEPTED' }, stage.inbox.actor);
    await stage.makeDue();
    await stage.until(worker, await stage.deliveryOf(request), ['delivered']);
    await stage.until(worker, await stage.makeDelivery(id, request, 'request.erased'), ['delivered']);
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    expect(bodies).toMatchObject([
      { type: 'request.status_changed', data: { id: request, from: 'NEW', to: 'ACCEPTED', customerName: 'Somebody' } },
      { type: 'request.erased' },
    ]);
    expect(Object.keys(bodies[1].data)).toEqual(['id', 'number']);
  });

  it('comes again under the same id, with the same body, until it is taken', async () => {
    const receiver = await receive(
      (response) => void response.writeHead(receiver.received.length < 3 ? 503 : 200).end(),
    );
    const { id, secret } = await addChannel(receiver.url);
    const request = await stage.inbox.store();
    const delivery = await stage.makeDelivery(id, request);
    await stage.until(worker, delivery, ['pending'], 1);
    await stage.channels.change(id, { fields: ['message'] });
    await stage.makeDue();
    await stage.until(worker, delivery, ['pending'], 2);
    await stage.makeDue();
    expect((await stage.until(worker, delivery, ['delivered'])).attempts).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery]));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    for (const received of receiver.received) verify(received, secret);
  });

  it('is signed with the old secret too after a rotation', async () => {
    const receiver = await receive();
    const { id, secret: old } = await addChannel(receiver.url);
    const rotated = await rotateSecret(stage.channels, id);
    await tryOnce(id, await stage.inbox.store());
    const [received] = receiver.received;
    if (received === undefined) throw new Error('Nothing was received');
    for (const secret of [old, rotated]) expect(verify(received, secret)).toMatchObject({ type: 'request.created' });
  });

  it('is signed with the new secret though its channel is changed at the same moment', async () => {
    const receiver = await receive();
    const { id } = await addChannel(receiver.url, { fields: ['message'] });
    const both = await inTransaction(stage.pool, async (client) => {
      await client.query('select from delivery_channels where id = $1 for update', [id]);
      const waiting = [rotateSecret(stage.channels, id), stage.channels.change(id, { fields: [] })] as const;
      const text =
        "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      // Within a transaction, `pg_stat_activity` keeps the snapshot of its first read.
      const count = async () => (await stage.pool.query<{ count: number }>(text)).rows[0]?.count;
      await expect.poll(count).toBe(2);
      return { waiting };
    });
    const [rotated] = await Promise.all(both.waiting);
    await tryOnce(id, await stage.inbox.store({ message: 'unticked' }));
    const [received] = receiver.received;
    if (received === undefined) throw new Error('Nothing was received');
    expect(verify(received, rotated)).toMatchObject({ type: 'request.created' });
    expect(received.body).not.toContain('unticked');
  });

  it('is signed with the old secret for no longer than a day', async () => {
    const receiver = await receive();
    const { id } = await addChannel(receiver.url);
    const request = await stage.inbox.store();
    const rotatedAt = Date.now();
    await stage.channels.rotateSecret(id, null);
    const signaturesAfter = async (hours: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: rotatedAt + hours * 60 * 60_000 });
      await tryOnce(id, request).finally(() => vi.useRealTimers());
      return String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ').length;
    };
    expect([await signaturesAfter(23.9), await signaturesAfter(24.1)]).toEqual([2, 1]);
  });

  it('is signed with each previous secret for its own 24 hours', async () => {
    const receiver = await receive();
    const { id, secret } = await addChannel(receiver.url);
    const secrets = [secret];
    const request = await stage.inbox.store();
    const rotatedAt = Date.now();
    const at = (hours: number, work: () => Promise<unknown>) => {
      vi.useFakeTimers({ toFake: ['Date'], now: rotatedAt + hours * 60 * 60_000 });
      return work().finally(() => vi.useRealTimers());
    };
    const rotate = async () => {
      secrets.push(await rotateSecret(stage.channels, id));
    };
    const accepting = async () => {
      await tryOnce(id, request);
      const received = receiver.received.at(-1);
      if (received === undefined) throw new Error('Nothing was received');
      const signatures = String(received.headers['webhook-signature']).split(' ').length;
      const accepted = secrets.filter((one) => isAccepted(received, one)).map((one) => secrets.indexOf(one));
      return { signatures, accepted };
    };
    for (const hours of [0, 10, 20]) await at(hours, rotate);
    const shown = (await stage.channels.find(id))?.previousSecretsUntil.map((until) => until.getTime() - rotatedAt);
    expect(shown?.map((ms) => Math.round(ms / (60 * 60_000)))).toEqual([44, 34, 24]);
    const counts: unknown[] = [];
    for (const hours of [20, 23.9, 24.1, 34.1, 44.1]) await at(hours, async () => counts.push(await accepting()));
    expect(counts).toEqual([
      { signatures: 4, accepted: [0, 1, 2, 3] },
      { signatures: 4, accepted: [0, 1, 2, 3] },
      { signatures: 3, accepted: [1, 2, 3] },
      { signatures: 2, accepted: [2, 3] },
      { signatures: 1, accepted: [3] },
    ]);
  });

  it('keeps its previous secrets while the URL and the key that seals them change', async () => {
    const [first, second] = [await receive(), await receive()];
    const keys = [createSecretKeyText(), createSecretKeyText()];
    const ring = (...texts: readonly string[]) => createKeyRing(async () => keysOf(texts));
    const old = createChannels(stage.pool, ring(keys[0] ?? ''));
    const { id, secret } = await addChannel(first.url, {}, old);
    await old.rotateSecret(id, null);
    await old.rotateSecret(id, null);
    await old.change(id, { url: second.url.href });
    await createSealedChannels(stage.pool).resealAll(ring(keys[1] ?? '', keys[0] ?? ''));
    const sender = stage.webhookSender({ keyRing: ring(keys[1] ?? '') });
    const delivery = await stage.makeDelivery(id, await stage.inbox.store());
    await stage.until(stage.openWorker(sender), delivery, ['delivered']);
    const [received] = second.received;
    if (received === undefined) throw new Error('Nothing was received');
    expect(isAccepted(received, secret)).toBe(true);
  });

  it('is rotated ten times within a day, and then not before a previous secret has ended', async () => {
    const { id } = await addChannel((await receive()).url);
    for (let count = 0; count < 10; count += 1) {
      expect(await stage.channels.rotateSecret(id, null)).toMatchObject({ secret: expect.any(String) });
    }
    const { sealed } = (await stage.pool.query('select sealed from delivery_channels where id = $1', [id])).rows[0];
    expect(await stage.channels.rotateSecret(id, null)).toBe('too-many-secrets');
    expect((await stage.pool.query('select sealed from delivery_channels where id = $1', [id])).rows).toEqual([
      { sealed },
    ]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 });
    const rotated = await stage.channels.rotateSecret(id, null).finally(() => vi.useRealTimers());
    expect(rotated).toMatchObject({ secret: expect.any(String) });
  });

  it('goes to Discord as a line with a link, which mentions no member', async () => {
    const receiver = await receive();
    const { id } = await addChannel(receiver.url, { format: 'discord', fields: ['message'] });
    const request = await stage.inbox.store({ message: '@everyone' });
    await tryOnce(id, request);
    const [received] = receiver.received;
    expect(JSON.parse(received?.body ?? '')).toEqual({
      content: expect.stringMatching(
        new RegExp(`^New request \\w{4}-\\w{4}: https://inbox.example.org/requests/${request}$`),
      ),
      allowed_mentions: { parse: [] },
    });
    expect(received?.headers).not.toHaveProperty('webhook-signature');
  });
});

describe('the answer of a receiver', () => {
  it.each([200, 201, 204, 299])('takes %d for a success', async (status) => {
    expect((await tried(answerWith(status))).state).toBe('delivered');
  });

  it.each([400, 401, 404, 429, 500, 503])('tries again after %d', async (status) => {
    const delivery = await tried(answerWith(status, {}, 'because'));
    expect(delivery).toMatchObject({ state: 'pending', attempts: [{ result: 'retry', status, response: 'because' }] });
  });

  it('follows no redirect', async () => {
    const elsewhere = await receive();
    for (const status of [301, 302, 303, 307, 308]) {
      const delivery = await tried(answerWith(status, { location: elsewhere.url.href }));
      expect(delivery).toMatchObject({
        state: 'pending',
        attempts: [{ status, cause: 'redirected', detail: expect.stringContaining('redirects') }],
      });
    }
    expect(elsewhere.received).toEqual([]);
  });

  it('disables the channel after 410, and says so in the log', async () => {
    const { state, channel } = await tried(answerWith(410));
    expect(state).toBe('failed');
    expect((await stage.channels.find(channel.id))?.state).toBe('disabled');
    const text = `select actor_kind, "from" ->> 'state' as "from", "to" from request_events where "to" ->> 'id' = $1 order by epoch, tx, seq`;
    expect((await stage.pool.query(text, [channel.id])).rows.at(-1)).toMatchObject({
      actor_kind: 'system',
      from: 'enabled',
      to: { kind: 'webhook', state: 'disabled', changed: ['state'] },
    });
    expect(stage.log.some((line) => line.includes('"level":40') && line.includes(channel.id))).toBe(true);
  });

  it.each([
    ['86400', 86_400],
    ['0.5', 5],
    ['999999999', 86_400],
    ['-1', 5],
    ['soon', 5],
    ['error 9999', 5],
    [new Date(Date.now() + 60 * 60_000).toUTCString(), 3600],
  ])('honours Retry-After: %s', async (header, seconds) => {
    const { dueAt } = await tried(answerWith(429, { 'retry-after': header }));
    const waitS = ((dueAt?.getTime() ?? 0) - Date.now()) / 1000;
    expect(waitS).toBeGreaterThan(seconds * 0.8 - 4);
    expect(waitS).toBeLessThan(seconds * 1.15);
  });

  it('keeps the first KiB, and reads no more', async () => {
    let sent = 0;
    const delivery = await tried((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(64 * 1024, 'é');
      const write = () => {
        if (sent > 1e9 || response.destroyed) return;
        sent += chunk.length;
        response.write(chunk, write);
      };
      write();
    });
    expect(delivery.state).toBe('delivered');
    expect(Buffer.byteLength(delivery.attempts[0]?.response ?? '')).toBeLessThanOrEqual(1026);
    expect(sent).toBeLessThan(100e6);
  });

  it('takes a success for one when the rest of it drips or breaks off', async () => {
    const dripping = await tried((response) => void response.writeHead(200).write('a'));
    const broken = await tried((response) => void response.writeHead(200).write('a', () => response.destroy()));
    expect([dripping.state, broken.state]).toEqual(['delivered', 'delivered']);
  });

  it('tries again after a connection that closes before the answer, and after what is no HTTP', async () => {
    const closed = await tried((response) => void response.destroy());
    expect(closed.attempts[0]?.detail).toBe('The receiver closed the connection before it responded');
    const server = createServer((socket) => void socket.on('error', () => {}).end('220 mail\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { id } = await addChannel(new URL(`http://127.0.0.1:${port}/`));
    const delivery = await tryOnce(id, await stage.inbox.store());
    expect(delivery).toMatchObject({
      state: 'pending',
      attempts: [{ cause: 'no-http', detail: 'The receiver does not use the protocol of the URL' }],
    });
    server.close();
  });

  it('says that nothing listens', async () => {
    const { id } = await addChannel(new URL(`http://127.0.0.1:${await freePort()}/`));
    const delivery = await tryOnce(id, await stage.inbox.store());
    expect(delivery.attempts[0]?.detail).toBe('Nothing listens at the address of the receiver');
  });
});

describe('a receiver with TLS', () => {
  const tls = { key: tlsKey, cert: tlsCertificate };

  async function tryTls(verifiesTls: boolean, host = 'localhost') {
    const receiver = await startReceiver(undefined, tls);
    receivers.push(receiver);
    const url = new URL(receiver.url);
    url.hostname = host;
    return tryOnce((await addChannel(url, { verifiesTls })).id, await stage.inbox.store());
  }

  it('refuses one that vouches for itself, and says so', async () => {
    const delivery = await tryTls(true);
    expect(delivery).toMatchObject({
      state: 'pending',
      attempts: [{ status: null, cause: 'bad-certificate', detail: 'The certificate of the receiver is self-signed' }],
    });
  });

  it('is taken by a channel that verifies nothing, and by that channel alone', async () => {
    expect((await tryTls(false)).state).toBe('delivered');
    expect((await tryTls(true)).state).toBe('pending');
  });
});

describe('a private address', () => {
  it('is refused before a connection is made, by name and by number', async () => {
    const receiver = await receive();
    const client = createReceiverClient({ allowsPrivate: false });
    const guarded = stage.openWorker(stage.webhookSender({ client }));
    for (const host of ['127.0.0.1', 'localhost']) {
      const url = new URL(receiver.url);
      url.hostname = host;
      const id = await stage.makeDelivery((await addChannel(url)).id, await stage.inbox.store());
      const { attempts } = await stage.until(guarded, id, ['pending'], 1);
      expect(attempts[0]?.detail).toContain('a private address: set DELIVERY_ALLOW_PRIVATE=true to allow it');
    }
    expect(receiver.received).toEqual([]);
    await client.close();
  });
});

describe('a worker', () => {
  it('is not delayed at one channel by another that hangs', async () => {
    const hanging = await receive(() => {});
    const healthy = await receive();
    const sick = await addChannel(hanging.url);
    const well = await addChannel(healthy.url);
    const request = await stage.inbox.store();
    const waiting: string[] = [];
    for (let count = 0; count < 30; count += 1) waiting.push(await stage.makeDelivery(sick.id, request));
    const ids = await Promise.all(Array.from({ length: 30 }, () => stage.makeDelivery(well.id, request)));
    for (const id of ids) await stage.until(worker, id, ['delivered']);
    // No try to the hanging one has had to end before.
    const attempts = (await Promise.all(waiting.map((id) => stage.detail(id)))).flatMap((found) => found.attempts);
    expect(attempts).toEqual([]);
    await expect.poll(() => hanging.received.length).toBe(8);
  });

  it('puts back what it was sending when it closes', async () => {
    const hanging = await receive(() => {});
    const { id } = await addChannel(hanging.url);
    const closing = stage.openWorker();
    const delivery = await stage.makeDelivery(id, await stage.inbox.store());
    await closing.wake();
    await expect.poll(() => hanging.received.length).toBe(1);
    await closing.close();
    const found = await stage.detail(delivery);
    expect(found).toMatchObject({ state: 'pending', attempts: [{ result: 'retry' }] });
    expect(found.dueAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('ends what is under way to a channel that is removed, and sends it nothing more', async () => {
    const answers: ServerResponse[] = [];
    const holding = await receive((response) => void answers.push(response));
    const { id } = await addChannel(holding.url);
    const request = await stage.inbox.store();
    const deliveries: string[] = [];
    for (let count = 0; count < 12; count += 1) deliveries.push(await stage.makeDelivery(id, request));
    await worker.wake();
    await expect.poll(() => answers.length).toBe(8);
    expect(await stage.channels.remove(id)).toBe('removed');
    for (const [at, response] of answers.entries()) response.writeHead(at < 4 ? 204 : 500).end();
    const states = async () => {
      await worker.tidy();
      const found = await Promise.all(deliveries.map((delivery) => stage.detail(delivery)));
      return found.map(({ state, cancelCause }) => cancelCause ?? state).sort();
    };
    const ended = [...Array(8).fill('channel-removed'), ...Array(4).fill('delivered')];
    await expect.poll(states).toEqual(ended);
    await worker.wake();
    expect(holding.received).toHaveLength(8);
  });

  it('keeps a delivery whose secret cannot be read, says what to do, and goes on with other channels', async () => {
    const receiver = await receive();
    const { id } = await addChannel(receiver.url);
    const keyRing = createNewKeyRing();
    const worker = stage.openWorker(stage.webhookSender({ keyRing }));
    const request = await stage.inbox.store();
    const delivery = await stage.makeDelivery(id, request);
    const found = await stage.until(worker, delivery, ['pending'], 1);
    expect(found.attempts[0]?.detail).toContain('SECRETS_KEY');
    expect(receiver.received).toEqual([]);
    const other = await addChannel((await receive()).url, {}, createChannels(stage.pool, keyRing));
    await stage.until(worker, await stage.makeDelivery(other.id, request), ['delivered']);
    await rotateSecret(createChannels(stage.pool, keyRing), id, receiver.url);
    await stage.makeDue();
    await stage.until(worker, delivery, ['delivered']);
  });
});
