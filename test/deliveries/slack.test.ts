import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryDetail } from '../../src/deliveries/history/delivery-shape.ts';
import { createMailSender } from '../../src/deliveries/kinds/mail/create-mail-sender.ts';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import type { DeliveryWorker } from '../../src/deliveries/ledger/worker.ts';
import { createReceiverClient } from '../../src/deliveries/receivers/receiver-client.ts';
import { addChannel } from '../support/add-channel.ts';
import { type Answer, answerWith, type Receiver, startReceiver } from './receiver.ts';
import { type DeliveriesStage, openDeliveriesStage } from './stage.ts';

let stage: DeliveriesStage;
let worker: DeliveryWorker;
let chat: Receiver;
let answer: Answer;

const taken = answerWith(200, { 'content-type': 'text/html' }, 'ok');

beforeAll(async () => {
  stage = await openDeliveriesStage();
  worker = stage.openWorker(stage.senderOf('slack'));
});

afterAll(() => stage.close());

beforeEach(async () => {
  await stage.empty();
  answer = taken;
  chat = await startReceiver((response, request) => answer(response, request));
});

afterEach(() => chat.close());

async function addRoom(members: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const types = ['request.created', 'request.status_changed'] as const;
  const { channel, secret } = await addChannel(stage.channels, {
    kind: 'slack',
    types,
    url: chat.url.href,
    ...members,
  });
  expect(secret).toBeNull();
  return channel.id;
}

async function tryOnce(channelId: string, request: string): Promise<DeliveryDetail> {
  const id = await stage.makeDelivery(channelId, request);
  return stage.until(worker, id, ['delivered', 'failed', 'pending'], 1);
}

const textOf = (received: Receiver['received'][number] | undefined): string => JSON.parse(received?.body ?? '{}').text;

describe('a message in a chat', () => {
  it('has the number, the files and a link, and nothing that the customer typed', async () => {
    const request = await stage.inbox.store({ name: 'Mia', message: 'Two cats', files: ['secret.png'] });
    expect(await tryOnce(await addRoom({ language: 'de' }), request)).toMatchObject({ state: 'delivered' });
    const [received] = chat.received;
    if (received === undefined) throw new Error('Nothing was received');
    expect(received.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(textOf(received)).toMatch(
      new RegExp(
        `^Neue Anfrage \\w{4}-\\w{4}\\nAngehängte Dateien: 1\\nhttps://inbox.example.org/requests/${request}$`,
      ),
    );
    expect(received.body).not.toMatch(/Mia|cats|secret/);
  });

  it('quotes the texts that the owner ticked, so that they neither mention nor link', async () => {
    const channel = await addRoom({ fields: ['customerName', 'message'] });
    const message = '<!channel> @everyone\n<https://evil.example|New request> & [x](http://evil.example)';
    await tryOnce(channel, await stage.inbox.store({ name: '<@U123>', message }));
    const [, , ...quoted] = textOf(chat.received[0]).split('\n');
    expect(quoted).toHaveLength(3);
    for (const line of quoted) {
      expect(line).toMatch(/^> /);
      expect(line.slice(2)).not.toMatch(/[<>]|&lt;[!@h]|@[eU]|:\/\/|\]\(/);
    }
  });

  it('is short enough for every chat, whatever a customer typed', async () => {
    const channel = await addRoom({ fields: ['customerName', 'message'] });
    const typed = '<\n'.repeat(4000);
    await tryOnce(channel, await stage.inbox.store({ name: typed, message: typed }));
    expect(textOf(chat.received[0]).length).toBeLessThanOrEqual(1900);
  });

  it('tells of a changed status, and comes as a test', async () => {
    const channel = await addRoom();
    const request = await stage.inbox.store();
    await stage.inbox.editor.change(request, 1, { status: 'ACCEPTED' }, stage.inbox.actor);
    await stage.makeDue();
    await stage.until(worker, await stage.deliveryOf(request), ['delivered']);
    const test = await stage.deliveries.test(channel);
    if (typeof test === 'string') throw new Error(test);
    await stage.until(worker, test.id, ['delivered']);
    expect(chat.received.map((received) => textOf(received))).toEqual([
      expect.stringMatching(/^Request \S+: Accepted\nhttps:/),
      expect.stringContaining('It works.'),
    ]);
  });

  it.each([
    [404, 'no_service'],
    [404, '{"message": "Unknown Webhook", "code": 10015}'],
    [410, 'channel_is_archived'],
    [403, 'invalid_token'],
    [403, 'action_prohibited'],
  ])('disables its channel when the chat answers %i %s', async (status, body) => {
    answer = answerWith(status, {}, body);
    const channel = await addRoom();
    const delivery = await tryOnce(channel, await stage.inbox.store());
    expect(delivery).toMatchObject({ state: 'failed', attempts: [{ cause: 'gone', status, response: body }] });
    expect(await stage.channels.find(channel)).toMatchObject({ state: 'disabled' });
  });

  it.each([
    [403, '<html>Blocked by a proxy</html>'],
    [400, 'invalid_payload'],
    [500, 'rollup_error'],
    [302, ''],
  ])('is tried again when the chat answers %i %s', async (status, body) => {
    answer = answerWith(status, { location: '/elsewhere' }, body);
    const delivery = await tryOnce(await addRoom(), await stage.inbox.store());
    expect(delivery).toMatchObject({ state: 'pending', attempts: [{ result: 'retry', status }] });
    expect(chat.received).toHaveLength(1);
  });

  it('reaches no private address', async () => {
    const client = createReceiverClient({ allowsPrivate: false });
    const inboxUrl = async () => 'https://inbox.example.org';
    const parts = { client, keyRing: stage.keyRing, inboxUrl, version: '0.0.0', mail: createMailSender(null) };
    const guarded = stage.openWorker(kinds.slack.createSender(parts));
    const delivery = await stage.makeDelivery(await addRoom(), await stage.inbox.store());
    const { attempts } = await stage.until(guarded, delivery, ['pending'], 1);
    expect(attempts).toMatchObject([{ cause: 'private-address' }]);
    expect(chat.received).toEqual([]);
    await client.close();
  });

  it('waits as long as a busy chat asks', async () => {
    answer = answerWith(429, { 'retry-after': '3600' }, 'rate_limited');
    const { dueAt } = await tryOnce(await addRoom(), await stage.inbox.store());
    expect(dueAt?.getTime()).toBeGreaterThan(Date.now() + 3500_000);
  });
});

describe('a channel to a chat', () => {
  it('keeps its URL sealed, and shows where it leads', async () => {
    const channel = await addRoom({ url: 'https://hooks.slack.com/services/T0/B0/t0ken' });
    expect(await stage.channels.find(channel)).toMatchObject({
      name: 'hooks.slack.com',
      hasSecret: true,
      settings: { address: 'https://hooks.slack.com/…', fields: [], language: 'en' },
    });
    const { rows } = await stage.pool.query('select t::text as row from delivery_channels t');
    expect(rows[0].row).not.toContain('t0ken');
  });

  it('takes another URL, language and fields, and keeps what a change leaves out', async () => {
    const channel = await addRoom({ url: 'https://hooks.slack.com/services/old' });
    await stage.channels.change(channel, { language: 'ja', fields: ['message'] });
    await stage.channels.change(channel, { url: chat.url.href });
    const request = await stage.inbox.store({ message: 'Two cats' });
    await tryOnce(channel, request);
    expect(textOf(chat.received[0])).toContain('> Two cats');
    expect(await stage.channels.change(channel, { fields: ['customerEmail'] })).toMatchObject({
      fault: { path: expect.stringMatching(/^\/fields/) },
    });
  });
});
