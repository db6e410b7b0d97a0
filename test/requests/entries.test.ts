import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import { createEventFeed } from '../../src/events/event-pages.ts';
import { type Actor, systemActor } from '../../src/events/events.ts';
import { eraseRequests } from '../../src/keeping/erasure/erase-requests.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { customers, type MailStage, openMailStage } from '../mail/stage.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';

let stage: MailStage;
let channel: string;
const token: Actor = { kind: 'token', id: randomUUID() };

beforeAll(async () => {
  stage = await openMailStage();
  channel = await stage.addChannel(customers);
});

afterAll(() => stage.close());

async function rowsOf(columns: string, table: string, id: string) {
  const order = table === 'request_entries' ? 'id' : 'seq';
  return (await stage.pool.query(`select ${columns} from ${table} where request_id = $1 order by ${order}`, [id])).rows;
}

const entriesOf = (id: string) => rowsOf('kind, author, author_id, via, text', 'request_entries', id);

async function eventsOf(id: string, wanted: string) {
  const events = (await stage.inbox.reader.events(id)) ?? [];
  // The timeline is in the order in which transactions began.
  const inOrder = events.filter(({ kind }) => kind === wanted).sort((one, other) => one.seq - other.seq);
  return inOrder.map(({ from, to }) => ({ from, to }));
}

async function send(id: string, text: string) {
  const sent = await stage.messages.send(id, text, token);
  if (typeof sent === 'string') throw new Error(sent);
  return sent.deliveryId;
}

const setMessage = (id: string, publicMessage: string | null) =>
  stage.inbox.editor.change(id, null, { publicMessage }, systemActor);

const erase = (id: string) =>
  inTransaction(stage.pool, (client) => eraseRequests(client, [id], { reason: 'request', actor: systemActor }));

describe('a note', () => {
  it('is an entry with its author, whose text its event shows', async () => {
    const id = await stage.inbox.store();
    const { actor } = stage.inbox;
    const event = await stage.inbox.editor.addEntry(id, { kind: 'note', text: 'Ask for\na deposit 日本' }, actor);
    expect(event).toMatchObject({ kind: 'note', from: null, to: 'Ask for\na deposit 日本', actor: { id: actor.id } });
    expect(await entriesOf(id)).toEqual([
      { kind: 'note', author: 'operator', author_id: actor.id, via: 'api', text: 'Ask for\na deposit 日本' },
    ]);
    expect(await rowsOf('"to"', 'request_events', id)).toEqual([{ to: null }, { to: null }]);
    const feed = createEventFeed(stage.pool);
    const toldTo = async () => (await feed.read(null, 500))?.items.find(({ seq }) => seq === event?.seq)?.to;
    await expect.poll(toldTo).toBe(event?.to);
  });

  it.each([
    [token, { author: 'program', author_id: token.id }],
    [systemActor, { author: 'program', author_id: null }],
  ] as const)('has the program as its author: %j', async (actor, expected) => {
    const id = await stage.inbox.store();
    await stage.inbox.editor.addEntry(id, { kind: 'note', text: 'x' }, actor);
    expect(await entriesOf(id)).toMatchObject([expected]);
  });
});

describe('a public message', () => {
  it('is an entry for each text, and one that takes the last back', async () => {
    const id = await stage.inbox.store();
    for (const text of ['Soon', 'Soon', 'Later', null]) await setMessage(id, text);
    expect((await entriesOf(id)).map(({ text }) => text)).toEqual(['Soon', 'Later', null]);
    expect(await eventsOf(id, 'public-message')).toEqual([
      { from: null, to: 'Soon' },
      { from: 'Soon', to: 'Later' },
      { from: 'Later', to: null },
    ]);
    expect(await setMessage(id, 'Again')).toMatchObject({ changed: { publicMessage: 'Again', version: 5 } });
    expect((await eventsOf(id, 'public-message')).at(-1)).toEqual({ from: null, to: 'Again' });
  });

  it('is the one of the last of several writers at once', async () => {
    const id = await stage.inbox.store();
    await Promise.all(Array.from({ length: 8 }, (_, index) => setMessage(id, `Text ${index}`)));
    const events = await eventsOf(id, 'public-message');
    expect(events).toHaveLength(8);
    expect(events.map(({ from }) => from)).toEqual([null, ...events.slice(0, -1).map(({ to }) => to)]);
    expect(await stage.inbox.reader.find(id)).toMatchObject({ publicMessage: events.at(-1)?.to });
  });

  it('is an entry for each of many requests, beside other changes', async () => {
    const [first, second] = [await stage.inbox.store(), await stage.inbox.store()];
    await setMessage(second, 'We are back');
    const wanted = [
      { id: first, version: 1 },
      { id: second, version: 2 },
    ];
    const change = { publicMessage: 'We are back', labels: ['spring'] };
    expect(await stage.inbox.editor.changeMany(wanted, change, token)).toMatchObject({ changed: 2 });
    for (const id of [first, second]) {
      expect(await entriesOf(id)).toMatchObject([{ kind: 'public-message', text: 'We are back' }]);
      expect(await eventsOf(id, 'labels')).toEqual([{ from: [], to: ['spring'] }]);
    }
  });
});

describe('a message to the customer', () => {
  it('is one text, which its event and its delivery show', async () => {
    const id = await stage.inbox.store();
    const deliveryId = await send(id, 'مرحبا, Zoë');
    expect(await entriesOf(id)).toMatchObject([{ kind: 'message', author: 'program', text: 'مرحبا, Zoë' }]);
    expect(JSON.stringify(await eventsOf(id, 'message'))).toBe(
      JSON.stringify([{ from: null, to: { text: 'مرحبا, Zoë', deliveryId } }]),
    );
    expect(await stage.detail(deliveryId)).toMatchObject({ type: 'request.message', facts: { text: 'مرحبا, Zoë' } });
    const { rows } = await stage.pool.query('select facts from deliveries where id = $1', [deliveryId]);
    expect(rows).toEqual([{ facts: null }]);
  });

  it('stays an entry when it is cancelled, and is sent again with its text', async () => {
    const id = await stage.inbox.store();
    const deliveryId = await send(id, 'Dear Mia');
    for (let times = 0; times < 2; times += 1) await stage.messages.cancel(id, deliveryId, systemActor);
    const content = { text: 'Dear Mia', deliveryId };
    expect(await eventsOf(id, 'message')).toEqual([
      { from: null, to: content },
      { from: content, to: null },
    ]);
    const again = await stage.deliveries.resend(deliveryId);
    expect(again).toMatchObject({ facts: { text: 'Dear Mia' }, resendOf: deliveryId });
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('is neither written nor sent while the guard holds the request', async () => {
    for (const hold of ['pending', 'held']) {
      const id = await stage.inbox.store();
      await stage.pool.query('update commission_requests set hold = $2 where id = $1', [id, hold]);
      expect(await stage.messages.send(id, 'Dear Mia', token)).toBe('held');
      expect([await entriesOf(id), await eventsOf(id, 'message')]).toEqual([[], []]);
    }
  });

  it('is not written while its request is being erased', async () => {
    const id = await stage.inbox.store();
    const erasing = (client: Parameters<typeof eraseRequests>[0]) =>
      eraseRequests(client, [id], { reason: 'request', actor: systemActor });
    expect(await whileUncommitted(stage.pool, erasing, () => stage.messages.send(id, 'Dear Mia', token))).toBe(
      'missing',
    );
    expect(await entriesOf(id)).toEqual([]);
  });
});

describe('an erased request', () => {
  it('leaves no entry, and no delivery that refers to one', async () => {
    const id = await stage.inbox.store();
    await stage.inbox.editor.addEntry(id, { kind: 'note', text: 'Vera' }, token);
    await setMessage(id, 'Vera');
    const deliveryId = await send(id, 'Vera');
    await erase(id);
    expect(await entriesOf(id)).toEqual([]);
    expect(await stage.detail(deliveryId)).toMatchObject({ state: 'cancelled', cancelCause: 'erased', facts: null });
    const { rows } = await stage.pool.query('select from deliveries where request_id = $1 and entry_id is not null', [
      id,
    ]);
    expect(rows).toEqual([]);
  });

  it('leaves nothing of a message that is being sent meanwhile', async () => {
    const id = await stage.inbox.store();
    const deliveryId = await send(id, 'Vera');
    await stage.dueNow(deliveryId);
    const ledger = createDeliveryLedger(stage.pool, kinds);
    const { dispatches } = await ledger.claim(channel, 8);
    const [dispatch] = dispatches.filter((one) => one.id === deliveryId);
    if (dispatch === undefined) throw new Error('A due message is claimed');
    expect(dispatch.facts).toEqual({ text: 'Vera' });
    await erase(id);
    const outcome = { result: 'retry', cause: 'refused', detail: 'later', status: null, response: null } as const;
    await ledger.finish(dispatch, { durationMs: 1, outcome, body: 'Vera', isInterrupted: false });
    expect(await stage.detail(deliveryId)).toMatchObject({ state: 'cancelled', facts: null, body: null, attempts: [] });
  });
});
