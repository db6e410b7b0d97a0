import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookField } from '../../src/deliveries/kinds/webhook/webhook-settings.ts';
import type { DeliveryWorker } from '../../src/deliveries/ledger/worker.ts';
import type { RequestStatus } from '../../src/events/statuses.ts';
import { eraseRequests } from '../../src/keeping/erasure/erase-requests.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { addWebhook } from '../support/add-channel.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { type Answer, accept, answerWith, type Receiver, startReceiver } from './receiver.ts';
import { type DeliveriesStage, openDeliveriesStage } from './stage.ts';

let stage: DeliveriesStage;
let worker: DeliveryWorker;
let receiver: Receiver;
let answer: Answer;
let channel: string;
let request: string;

beforeAll(async () => {
  stage = await openDeliveriesStage();
  worker = stage.openWorker();
});

afterAll(() => stage.close());

beforeEach(async () => {
  await stage.empty();
  answer = accept;
  receiver = await startReceiver((response, received) => answer(response, received));
  channel = await addChannel(['customerName', 'publicMessage']);
  request = await stage.inbox.store({ name: 'Mia' });
});

afterEach(() => receiver.close());

async function addChannel(fields: readonly WebhookField[]): Promise<string> {
  const types = ['request.created', 'request.status_changed', 'request.erased'] as const;
  return (await addWebhook(stage.channels, { url: receiver.url, types, fields })).id;
}

async function change(status: RequestStatus, publicMessage?: string): Promise<void> {
  const version = (await stage.inbox.reader.find(request))?.version ?? 0;
  const said = publicMessage === undefined ? {} : { publicMessage };
  await stage.inbox.editor.change(request, version, { status, ...said }, stage.inbox.actor);
}

const erase = () =>
  inTransaction(stage.pool, (client) =>
    eraseRequests(client, [request], { reason: 'request', actor: stage.inbox.actor }),
  );

/** The deliveries of the request, oldest first. */
const deliveries = async () => (await stage.deliveries.ofRequest(request)).toReversed();

async function sendAll(): Promise<void> {
  await stage.makeDue();
  for (const { id, state } of await deliveries()) {
    if (state === 'pending') await stage.until(worker, id, ['delivered']);
  }
}

const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));

describe('a body that is made after its event', () => {
  it('tells of each change with the statuses and the time of that change', async () => {
    await change('ACCEPTED');
    await stage.makeDue();
    await change('IN_PROGRESS');
    const made = await deliveries();
    await change('COMPLETED');
    const last = (await deliveries()).at(-1);
    await sendAll();
    const expected = [
      ['NEW', 'ACCEPTED', made[0]?.createdAt.toISOString()],
      ['ACCEPTED', 'COMPLETED', last?.createdAt.toISOString()],
    ];
    const told = bodies().map(({ timestamp, data }) => [data.from, data.to, timestamp]);
    expect(told.sort()).toEqual(expected.sort());
  });

  it('says nothing of a status for a new request, and has the time at which it came', async () => {
    const id = await stage.makeDelivery(channel, request);
    await change('ACCEPTED', 'Soon');
    await stage.until(worker, id, ['delivered']);
    const [{ timestamp, data }] = bodies();
    expect(timestamp).toBe((await stage.detail(id)).createdAt.toISOString());
    expect(Object.keys(data)).toEqual(['id', 'number', 'url', 'receivedAt', 'customerName', 'publicMessage']);
  });

  it('holds the fields that are ticked, and the public message that holds, when it is first tried', async () => {
    await change('ACCEPTED', 'Soon');
    await change('IN_PROGRESS', 'Now');
    await stage.channels.change(channel, { fields: ['publicMessage'] });
    await sendAll();
    expect(bodies()).toMatchObject([{ data: { from: 'NEW', to: 'IN_PROGRESS', publicMessage: 'Now' } }]);
    expect(bodies()[0].data).not.toHaveProperty('customerName');
  });

  it('holds the answers in the words of the revision that the customer saw', async () => {
    const options = [{ id: 'a4', name: { en: 'A4', de: 'Bogen' } }];
    const question = { id: 'size', label: { en: 'Size?', de: 'Format?' }, kind: 'choice', options };
    const revision = await publishStudio(stage.pool, { questions: [question] });
    const form = { v: 1, revision, answers: { size: 'a4', other: 'x'.repeat(3000) } };
    await stage.pool.query('update commission_requests set commission_form = $1 where id = $2', [form, request]);
    await stage.channels.change(channel, { fields: ['answers'] });
    await stage.until(worker, await stage.makeDelivery(channel, request), ['delivered']);
    expect(bodies()[0].data.answers).toEqual([
      { id: 'size', label: 'Size?', kind: 'choice', value: 'a4', words: ['A4'] },
      { id: 'other', label: null, kind: null, value: `${'x'.repeat(2000)}…`, words: [], problem: 'unknown-question' },
    ]);
  });

  it('is not sent where the request was erased before, and the erasure is sent instead', async () => {
    await stage.makeDelivery(channel, request);
    await erase();
    await sendAll();
    expect(bodies()).toEqual([{ type: 'request.erased', timestamp: expect.any(String), data: expect.anything() }]);
  });

  it('is not sent again, nor kept, where the request was erased after an attempt', async () => {
    answer = answerWith(503);
    const id = await stage.makeDelivery(channel, request);
    expect((await stage.until(worker, id, ['pending'], 1)).body).toContain('Mia');
    await erase();
    answer = accept;
    await sendAll();
    expect(await stage.detail(id)).toMatchObject({ state: 'cancelled', cancelCause: 'erased', body: null });
    expect(bodies().map(({ type }) => type)).toEqual(['request.created', 'request.erased']);
  });
});

describe('a body that was sent', () => {
  it('is sent again by a person as it was, under a new id', async () => {
    const id = await stage.makeDelivery(channel, request);
    await stage.until(worker, id, ['delivered']);
    await stage.channels.change(channel, { fields: [] });
    await change('ACCEPTED', 'Soon');
    const again = await stage.deliveries.resend(id);
    if (typeof again === 'string') throw new Error(again);
    await stage.until(worker, again.id, ['delivered']);
    const [first, second] = receiver.received;
    expect([first?.headers['webhook-id'], second?.headers['webhook-id']]).toEqual([id, again.id]);
    expect(second?.body).toBe(first?.body);
  });

  it('is made anew where the process was lost over its first attempt: of the same event, under the same id', async () => {
    await change('ACCEPTED', 'Soon');
    await stage.makeDue();
    const [delivery] = await deliveries();
    const { dispatches } = await stage.ledger.claim(channel, 1);
    const sender = stage.webhookSender();
    for (const dispatch of dispatches) {
      await sender.send(dispatch, await sender.compose(dispatch), AbortSignal.timeout(10_000));
    }
    await stage.pool.query("update deliveries set lease_until = now() - interval '1 second' where state = 'sending'");
    await stage.channels.change(channel, { fields: ['publicMessage'] });
    await stage.ledger.releaseLost(['webhook']);
    await stage.makeDue();
    await stage.until(worker, delivery?.id ?? '', ['delivered']);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([delivery?.id, delivery?.id]);
    const [first, second] = bodies();
    const { customerName, ...kept } = first.data;
    expect(customerName).toBe('Mia');
    expect(second).toEqual({ ...first, data: kept });
  });
});
