import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryDetail } from '../../src/deliveries/history/delivery-shape.ts';
import type { DeliveryWorker } from '../../src/deliveries/ledger/worker.ts';
import { addChannel } from '../support/add-channel.ts';
import { type Answer, answerWith, type Receiver, startReceiver } from './receiver.ts';
import { type DeliveriesStage, openDeliveriesStage } from './stage.ts';

let stage: DeliveriesStage;
let worker: DeliveryWorker;
let server: Receiver;
let answer: Answer;

const json = { 'content-type': 'application/json' };
const taken = answerWith(200, json, '{"id":"hwQ2YpKdmg","event":"message","topic":"studio-7Kq2xW"}\n');

beforeAll(async () => {
  stage = await openDeliveriesStage();
  worker = stage.openWorker(stage.senderOf('ntfy'));
});

afterAll(() => stage.close());

beforeEach(async () => {
  await stage.empty();
  answer = taken;
  server = await startReceiver((response, request) => answer(response, request));
});

afterEach(() => server.close());

async function addPhone(members: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const types = ['request.created'] as const;
  const own = { server: server.url.origin, topic: 'studio-7Kq2xW', ...members };
  return (await addChannel(stage.channels, { kind: 'ntfy', types, ...own })).channel.id;
}

async function tryOnce(channelId: string, request: string, sender = worker): Promise<DeliveryDetail> {
  const id = await stage.makeDelivery(channelId, request);
  return stage.until(sender, id, ['delivered', 'failed', 'pending'], 1);
}

const sent = () => JSON.parse(server.received[0]?.body ?? '{}');

describe('a notice by ntfy', () => {
  it('has the number, the files and the page of the request, and nothing that the customer typed', async () => {
    const request = await stage.inbox.store({ name: 'Mia', message: 'Two cats', files: ['secret.png'] });
    const channel = await addPhone({ language: 'ja' });
    const delivery = await tryOnce(channel, request);
    expect(delivery).toMatchObject({ state: 'delivered', body: expect.not.stringContaining('studio-7Kq2xW') });
    expect(sent()).toEqual({
      topic: 'studio-7Kq2xW',
      title: expect.stringMatching(/\w{4}-\w{4}/),
      message: expect.stringContaining('1'),
      click: `https://inbox.example.org/requests/${request}`,
    });
    expect(server.received[0]).toMatchObject({ path: '/', headers: { 'content-type': 'application/json' } });
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
    expect(server.received[0]?.body).not.toMatch(/Mia|cats|secret/);
  });

  it('has what the owner ticked as plain text, cut to what a server takes as a message', async () => {
    const channel = await addPhone({ fields: ['customerName', 'message'] });
    await tryOnce(channel, await stage.inbox.store({ name: 'Mia\r\nX-Title: y', message: '🐈'.repeat(5000) }));
    const { message, markdown } = sent();
    expect(message).toMatch(/^Mia X-Title: y\n🐈/u);
    expect(message).toMatch(/…$/);
    expect(Buffer.byteLength(message)).toBeLessThan(4096);
    expect(markdown).toBeUndefined();
  });

  it('is sent with the token, which is sealed as the topic is', async () => {
    const channel = await addPhone({ token: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2' });
    await tryOnce(channel, await stage.inbox.store());
    expect(server.received[0]?.headers).toMatchObject({ authorization: 'Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2' });
    const { rows } = await stage.pool.query('select t::text as row from delivery_channels t');
    expect(rows[0].row).not.toMatch(/tk_Ag|7Kq2xW/);
    const shown = JSON.stringify(await stage.channels.find(channel));
    expect(shown).not.toMatch(/tk_Ag|7Kq2xW/);
    expect(shown).toContain(server.url.origin);
  });

  it('has no page for a phone to open while the inbox has no address but that of its machine', async () => {
    const channel = await addPhone();
    const local = stage.openWorker(stage.senderOf('ntfy', 'http://127.0.0.1:3001'));
    await tryOnce(channel, await stage.inbox.store(), local);
    expect(sent()).not.toHaveProperty('click');
  });

  it.each([
    [401, '{"code":40101,"http":401,"error":"unauthorized"}'],
    [403, '{"code":40301,"http":403,"error":"forbidden"}'],
    [507, '{"code":50701,"http":507,"error":"cannot publish to UnifiedPush topic"}'],
  ])('is tried again when the server answers %i', async (status, body) => {
    answer = answerWith(status, json, body);
    const channel = await addPhone();
    const delivery = await tryOnce(channel, await stage.inbox.store());
    expect(delivery).toMatchObject({ state: 'pending', attempts: [{ result: 'retry', status, response: body }] });
    expect(await stage.channels.find(channel)).toMatchObject({ state: 'enabled' });
  });

  it('waits as long as a busy server asks', async () => {
    answer = answerWith(429, { ...json, 'retry-after': '3600' }, '{"code":42901,"http":429}');
    const { dueAt } = await tryOnce(await addPhone(), await stage.inbox.store());
    expect(dueAt?.getTime()).toBeGreaterThan(Date.now() + 3500_000);
  });
});

describe('a channel by ntfy', () => {
  it('takes another topic and token, and keeps what a change leaves out', async () => {
    const channel = await addPhone({ token: 'tk_old' });
    await stage.channels.change(channel, { topic: 'other' });
    await tryOnce(channel, await stage.inbox.store());
    expect(sent()).toMatchObject({ topic: 'other' });
    expect(server.received[0]?.headers).toMatchObject({ authorization: 'Bearer tk_old' });
    await stage.channels.change(channel, { token: null });
    await tryOnce(channel, await stage.inbox.store());
    expect(server.received[1]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    [{ topic: 'a b' }, '/topic'],
    [{ topic: 'a', token: 'x\r\ny' }, '/token'],
    [{ topic: 'a', server: 'ftp://ntfy.example.org' }, '/server'],
  ])('takes no %j', async (members, path) => {
    const wanted = { kind: 'ntfy', types: ['request.created'], createdBy: null, ...members } as const;
    expect(await stage.channels.add(wanted)).toMatchObject({ fault: { path } });
  });
});
