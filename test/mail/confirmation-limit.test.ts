import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import type { Dispatch } from '../../src/deliveries/ledger/delivery.ts';
import type { Outcome } from '../../src/deliveries/ledger/sender.ts';
import { systemActor } from '../../src/events/events.ts';
import { eraseRequests } from '../../src/keeping/erasure/erase-requests.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { customers, type MailStage, openMailStage, operators, plainServer } from './stage.ts';

let stage: MailStage;
let server: MailServer;

beforeAll(async () => {
  [stage, server] = await Promise.all([openMailStage(), startMailServer()]);
});

afterEach(() => stage.pool.query('truncate delivery_channels, deliveries, delivery_attempts cascade'));

afterAll(async () => {
  await stage.close();
  await server.close();
});

const taken: Outcome = { result: 'delivered', cause: 'accepted', detail: 'Yes', status: 250, response: null };
const deferred: Outcome = { ...taken, result: 'retry', cause: 'refused', status: 451 };
const refused: Outcome = { ...taken, result: 'failed', cause: 'refused', status: 550 };

const address = 'victim@example.org';

/** Stores one request from each address, each with its confirmation. Resolves with the ids of the deliveries. */
async function confirmations(channel: string, ...addresses: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const email of addresses) {
    ids.push(await stage.makeDelivery(channel, await stage.inbox.store({ email }), 'request.created'));
  }
  return ids;
}

async function claim(channel: string, limit = 100): Promise<readonly Dispatch[]> {
  return (await createDeliveryLedger(stage.pool, kinds).claim(channel, limit)).dispatches;
}

/** Claims all that is due, ends each with the outcome, and resolves with the ids of what was claimed. */
async function tryDue(channel: string, outcome: Outcome = taken): Promise<string[]> {
  const dispatches = await claim(channel);
  const ledger = createDeliveryLedger(stage.pool, kinds);
  for (const dispatch of dispatches) {
    await ledger.finish(dispatch, { durationMs: 1, outcome, body: '{}', isInterrupted: false });
  }
  return dispatches.map(({ id }) => id);
}

/** Moves everything that was sent so far into the past. */
const passMinutes = (minutes: number) =>
  stage.pool.query("update deliveries set finished_at = finished_at - $1 * interval '1 minute'", [minutes]);

const leftOut = { state: 'cancelled', cancelCause: 'confirmation-limit', attempts: [] };

describe('confirmations to one address', () => {
  it('are one mail when sixty forms name it', async () => {
    const channel = await stage.addChannel(customers);
    const ids = await confirmations(channel, ...Array.from({ length: 60 }, () => address));
    const worker = stage.openWorker(plainServer(server.port));
    const finished = async () => {
      await worker.wake();
      const { items } = (await stage.deliveries.ofChannel(channel, {}, null, 100)) ?? { items: [] };
      return items.filter(({ finishedAt }) => finishedAt !== null).length;
    };
    await expect.poll(finished).toBe(60);
    expect((await stage.detail(ids[0] ?? '')).state).toBe('delivered');
    expect(server.received.map(({ to }) => to)).toEqual([[address]]);
    expect(await stage.detail(ids[59] ?? '')).toMatchObject({ ...leftOut, attemptCount: 0 });
    expect(await stage.deliveries.health()).toMatchObject([{ leftOut: 59, verdict: 'healthy' }]);
  });

  it('are one when many processes claim at the same moment', async () => {
    const channels = [await stage.addChannel(customers), await stage.addChannel(customers)];
    for (const channel of channels) await confirmations(channel, ...Array.from({ length: 20 }, () => address));
    const claims = Array.from({ length: 16 }, (_, index) => claim(channels[index % 2] ?? '', 3));
    expect((await Promise.all(claims)).flat()).toHaveLength(1);
    for (const channel of channels) await claim(channel);
    const { rows } = await stage.pool.query('select state, count(*)::int from deliveries group by 1 order by 1');
    expect(rows).toEqual([
      { state: 'cancelled', count: 39 },
      { state: 'sending', count: 1 },
    ]);
  });

  it.each([
    ['case', 'Mia@Example.ORG', 'mia@example.org'],
    ['punycode', 'idn@müller.example', 'idn@xn--mller-kva.example'],
    ['punycode of one label', 'idn@bücher.müller.example', 'idn@BÜCHER.xn--mller-kva.example'],
    ['wide letters', 'mia@example.org', 'ｍｉａ@ｅｘａｍｐｌｅ.org'],
    ['dots and a plus', 'v.mia@example.org', 'vm.ia+art@example.org'],
    ['composed letters', 'zoë@example.org', 'zoe\u0308@example.org'],
  ])('are one in another spelling: %s', async (_name, one, other) => {
    const channel = await stage.addChannel(customers);
    const [first = '', second = '', third = ''] = await confirmations(channel, one, other, 'somebody@example.org');
    expect((await claim(channel)).map(({ id }) => id).sort()).toEqual([first, third].sort());
    expect(await stage.detail(second)).toMatchObject(leftOut);
  });

  it('are at most one an hour and three a day', async () => {
    const channel = await stage.addChannel(customers);
    const sent: number[] = [];
    for (const minutes of [0, 59, 2, 59, 2, 70, 18 * 60 + 1, 5 * 60]) {
      await passMinutes(minutes);
      await confirmations(channel, address);
      sent.push((await tryDue(channel)).length);
    }
    expect(sent).toEqual([1, 0, 1, 0, 1, 0, 0, 1]);
  });

  it('are at most ten an hour from one network, however many addresses it names', async () => {
    const channel = await stage.addChannel(customers);
    const people = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => `person${first + index}@example.org`);
    const fromNetwork = async (...addresses: readonly string[]) => {
      const ids = await confirmations(channel, ...addresses);
      await stage.pool.query(
        `update commission_requests set guard = '{"network": "a"}'
         where id in (select request_id from deliveries where id = any($1))`,
        [ids],
      );
      return ids;
    };
    await fromNetwork(...people(0, 8));
    expect(await tryDue(channel)).toHaveLength(8);
    const later = await fromNetwork(...people(8, 30));
    await confirmations(channel, 'elsewhere@example.org');
    expect(await tryDue(channel)).toHaveLength(3);
    expect(await stage.detail(later[2] ?? '')).toMatchObject(leftOut);
    await stage.deliveries.resend(later[3] ?? '');
    expect(await tryDue(channel)).toHaveLength(1);
    await passMinutes(61);
    await fromNetwork(...people(38, 11));
    expect(await tryDue(channel)).toHaveLength(10);
  });

  it('wait for the first while it is tried again', async () => {
    const channel = await stage.addChannel(customers);
    const [first = ''] = await confirmations(channel, address);
    await tryDue(channel, deferred);
    const [second = ''] = await confirmations(channel, address);
    expect(await tryDue(channel)).toEqual([]);
    expect(await stage.detail(second)).toMatchObject(leftOut);
    await stage.dueNow(first);
    expect(await tryDue(channel)).toEqual([first]);
  });

  it('do not count when they failed', async () => {
    const channel = await stage.addChannel(customers);
    await confirmations(channel, address);
    await tryDue(channel, refused);
    await confirmations(channel, address);
    expect(await tryDue(channel)).toHaveLength(1);
  });

  it('are one of those that waited in a held channel', async () => {
    const channel = await stage.addChannel(customers);
    await stage.pool.query("update delivery_channels set state = 'held'");
    const [first] = await confirmations(channel, address, address, address);
    expect(await claim(channel)).toEqual([]);
    await stage.pool.query("update delivery_channels set state = 'enabled'");
    expect(await tryDue(channel)).toEqual([first]);
  });

  it('are all sent when a person sends each of them', async () => {
    const channel = await stage.addChannel(customers);
    const [, second = '', third = ''] = await confirmations(channel, address, address, address);
    await tryDue(channel);
    await stage.deliveries.resend(second);
    await stage.deliveries.resend(third);
    expect(await tryDue(channel)).toHaveLength(2);
    await passMinutes(61);
    await confirmations(channel, address);
    expect(await tryDue(channel)).toEqual([]);
  });

  it('stay one when a person sends a range again', async () => {
    const channel = await stage.addChannel(customers);
    for (let count = 0; count < 3; count += 1) {
      await confirmations(channel, address);
      await tryDue(channel, refused);
    }
    await confirmations(channel, address, address);
    await tryDue(channel);
    await passMinutes(61);
    expect(await stage.deliveries.countResendable(channel, {})).toBe(4);
    expect(await stage.deliveries.resendMany(channel, {})).toBe(4);
    expect(await tryDue(channel)).toHaveLength(1);
  });

  it('stay uncounted when the decision cannot be stored, and are decided later', async () => {
    const channel = await stage.addChannel(customers);
    const [first] = await confirmations(channel, address, address);
    await stage.pool.query('alter table deliveries rename column mailbox to elsewhere');
    await expect(claim(channel)).rejects.toThrow('mailbox');
    await stage.pool.query('alter table deliveries rename column elsewhere to mailbox');
    expect(await tryDue(channel)).toEqual([first]);
  });
});

describe('a mail that is no confirmation', () => {
  it('is sent to one address without this limit', async () => {
    const mine = await stage.addChannel(customers);
    const own = await stage.addChannel(operators);
    const request = await stage.inbox.store({ email: address });
    for (const [type, facts] of [
      ['request.created', null],
      ['request.status_changed', { from: 'NEW', to: 'ACCEPTED' }],
      ['request.status_changed', { from: 'ACCEPTED', to: 'IN_PROGRESS' }],
      ['request.message', { text: 'Hello' }],
    ] as const) {
      await stage.makeDelivery(mine, request, type, facts);
    }
    for (const type of ['request.created', 'request.created']) await stage.makeDelivery(own, request, type);
    expect(await tryDue(mine)).toHaveLength(4);
    expect(await tryDue(own)).toHaveLength(2);
    await stage.deliveries.test(mine);
    expect(await tryDue(mine)).toHaveLength(1);
  });
});

describe('the mailbox of a confirmation', () => {
  it('is forgotten with its request', async () => {
    const channel = await stage.addChannel(customers);
    const request = await stage.inbox.store({ email: address });
    await stage.makeDelivery(channel, request, 'request.created');
    await tryDue(channel);
    const mailboxes = async () => (await stage.pool.query('select mailbox from deliveries')).rows;
    expect(await mailboxes()).toEqual([{ mailbox: address }]);
    await inTransaction(stage.pool, (client) =>
      eraseRequests(client, [request], { reason: 'request', actor: systemActor }),
    );
    expect(await mailboxes()).toEqual([{ mailbox: null }]);
  });
});
