import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeliveries } from '../../src/deliveries/history/create-deliveries.ts';
import type { Dispatch } from '../../src/deliveries/ledger/delivery.ts';
import type { Outcome } from '../../src/deliveries/ledger/sender.ts';
import { storeChannel } from './rows.ts';
import { type DeliveriesStage, openDeliveriesStage } from './stage.ts';

let stage: DeliveriesStage;
let channel: string;
let request: string;

beforeAll(async () => {
  stage = await openDeliveriesStage();
});

afterAll(() => stage.close());

beforeEach(async () => {
  await stage.empty();
  channel = await storeChannel(stage.pool);
  request = await stage.inbox.store({ name: 'Mia', message: 'Two cats', files: ['cat.png'] });
});

const retry: Outcome = { result: 'retry', cause: 'error-response', detail: 'No', status: 500, response: null };
const delivered: Outcome = { result: 'delivered', cause: 'accepted', detail: 'Yes', status: 204, response: '' };
const finish = (dispatch: Dispatch, outcome: Outcome, isInterrupted = false) =>
  stage.ledger.finish(dispatch, { durationMs: 5, outcome, body: '{}', isInterrupted });

async function claimOne(): Promise<Dispatch> {
  const { dispatches } = await stage.ledger.claim(channel, 10);
  const [dispatch] = dispatches;
  if (dispatch === undefined || dispatches.length !== 1) throw new Error('Not one delivery was claimed');
  return dispatch;
}

/** Returns a pool that runs `work` before it reads the attempts. */
async function poolThatPauses(work: () => Promise<unknown>): Promise<Pool> {
  const client = await stage.pool.connect();
  const query = async (text: string, values?: unknown[]) => {
    if (text.includes('from delivery_attempts')) await work();
    return client.query(text, values);
  };
  const connected = { query, release: () => client.release() };
  return { query, connect: async () => connected } as unknown as Pool;
}

const loseLeases = () =>
  stage.pool.query("update deliveries set lease_until = now() - interval '1 s' where state = 'sending'");

/** Resolves with the seconds until the only delivery is due. */
async function pauseS(): Promise<number> {
  const text = 'select extract(epoch from due_at - now())::float as s from deliveries';
  return (await stage.pool.query<{ s: number }>(text)).rows[0]?.s ?? 0;
}

function expectSchedule(pausesS: readonly number[]): void {
  const means = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [index, mean] of means.entries()) {
    expect(pausesS[index]).toBeGreaterThan(mean * 0.85);
    expect(pausesS[index]).toBeLessThan(mean * 1.15);
  }
}

describe('claim', () => {
  it('gives the request as its customer sent it', async () => {
    const id = await stage.makeDelivery(channel, request);
    const dispatch = await claimOne();
    expect(dispatch).toMatchObject({
      id,
      attempt: 1,
      type: 'request.created',
      requestId: request,
      request: {
        id: request,
        customerName: 'Mia',
        message: 'Two cats',
        fileNames: ['cat.png'],
        extras: [],
        status: 'NEW',
      },
      channel: { id: channel, kind: 'webhook' },
    });
    expect(dispatch.request?.createdAt).toBeInstanceOf(Date);
    expect((await stage.detail(id)).state).toBe('sending');
  });

  it('gives each delivery to one of many workers', async () => {
    for (let count = 0; count < 60; count += 1) await stage.makeDelivery(channel, request);
    const claims = await Promise.all(Array.from({ length: 12 }, () => stage.ledger.claim(channel, 10)));
    const ids = claims.flatMap(({ dispatches }) => dispatches.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await stage.ledger.claim(channel, 100);
    expect(ids.length + rest.dispatches.length).toBe(60);
    expect(rest.isLast).toBe(true);
  });

  it('leaves alone what is not due, and channels that are held', async () => {
    await stage.makeDelivery(channel, request);
    await stage.pool.query("update deliveries set due_at = now() + interval '1 s'");
    expect(await stage.ledger.dueChannels(['webhook'])).toEqual([]);
    expect((await stage.ledger.claim(channel, 10)).dispatches).toEqual([]);
    await stage.makeDue();
    expect(await stage.ledger.dueChannels(['webhook'])).toEqual([channel]);
    expect(await stage.ledger.dueChannels(['mail'])).toEqual([]);
    await stage.pool.query("update delivery_channels set state = 'held'");
    expect(await stage.ledger.dueChannels(['webhook'])).toEqual([]);
    expect((await stage.ledger.claim(channel, 10)).dispatches).toEqual([]);
  });

  it.each([
    ['spam', "update commission_requests set status = 'SPAM' where id = $1"],
    ['request-gone', 'delete from commission_requests where id = $1'],
  ])('cancels what has become pointless: %s', async (cause, text) => {
    const id = await stage.makeDelivery(channel, request);
    await stage.pool.query(text, [request]);
    expect((await stage.ledger.claim(channel, 10)).dispatches).toEqual([]);
    expect(await stage.detail(id)).toMatchObject({ state: 'cancelled', cancelCause: cause, attemptCount: 0 });
  });

  it('gives what tells of an erased request', async () => {
    await stage.pool.query('delete from commission_requests where id = $1', [request]);
    await stage.makeDelivery(channel, request, 'request.erased');
    expect(await claimOne()).toMatchObject({ type: 'request.erased', requestId: request, request: null });
  });
});

describe('finish', () => {
  it('ends a delivery, with its attempt', async () => {
    const id = await stage.makeDelivery(channel, request);
    expect(await finish(await claimOne(), { ...delivered, response: 'thank\0s \ud800' })).toBe('finished');
    expect(await stage.detail(id)).toMatchObject({
      state: 'delivered',
      body: '{}',
      attempts: [{ number: 1, result: 'delivered', status: 204, durationMs: 5, response: 'thank\ufffds \ufffd' }],
    });
  });

  it('is seen with its attempt or not at all, also by who reads just then', async () => {
    const id = await stage.makeDelivery(channel, request);
    const dispatch = await claimOne();
    const readers = createDeliveries(await poolThatPauses(() => finish(dispatch, delivered)));
    expect(await readers.find(id)).toMatchObject({ state: 'sending', attempts: [] });
    expect(await stage.detail(id)).toMatchObject({ state: 'delivered', attempts: [{ number: 1 }] });
  });

  it('tries again after growing pauses, for three days', async () => {
    const id = await stage.makeDelivery(channel, request);
    const pausesS: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      await finish(await claimOne(), retry);
      pausesS.push(await pauseS());
      await stage.makeDue();
    }
    expectSchedule(pausesS);
    await finish(await claimOne(), retry);
    expect(await stage.detail(id)).toMatchObject({ state: 'failed', attemptCount: 10, dueAt: null });
  });

  it('waits for as long as the other side asks, a day at most', async () => {
    const id = await stage.makeDelivery(channel, request);
    await finish(await claimOne(), { ...retry, pauseMs: 30 * 24 * 60 * 60_000 });
    const waitMs = ((await stage.detail(id)).dueAt?.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(23 * 60 * 60_000);
    expect(waitMs).toBeLessThan(25 * 60 * 60_000);
  });

  it('puts back at once what a stop has interrupted', async () => {
    await stage.makeDelivery(channel, request);
    for (let count = 0; count < 3; count += 1) await finish(await claimOne(), retry, true);
    expect((await claimOne()).attempt).toBe(4);
  });

  it('keeps to the pause that a receiver asked for, also where the worker was stopped meanwhile', async () => {
    await stage.makeDelivery(channel, request);
    const dispatch = await claimOne();
    await finish(dispatch, { ...retry, status: 429, pauseMs: 3_600_000 }, true);
    expect(await pauseS()).toBeGreaterThan(3500);
  });

  it('finds nothing when another worker has taken the delivery since', async () => {
    const id = await stage.makeDelivery(channel, request);
    const late = await claimOne();
    await loseLeases();
    await stage.ledger.releaseLost(['webhook']);
    await stage.makeDue();
    const current = await claimOne();
    expect(await finish(late, { ...retry, isGone: true })).toBe('claim-lost');
    expect(await finish(current, delivered)).toBe('finished');
    expect(await finish(current, retry)).toBe('claim-lost');
    expect((await stage.detail(id)).attempts.map(({ result }) => result)).toEqual(['lost', 'delivered']);
    expect((await stage.channels.list())[0]?.state).toBe('enabled');
  });

  it('records attempts that end together each by its own number', async () => {
    const ids = await Promise.all([0, 1, 2, 3].map(() => stage.makeDelivery(channel, request)));
    const late = (await stage.ledger.claim(channel, 1)).dispatches;
    await loseLeases();
    await stage.ledger.releaseLost(['webhook']);
    await stage.makeDue();
    const { dispatches } = await stage.ledger.claim(channel, 10);
    const current = dispatches.filter(({ attempt }) => attempt === 2);
    const first = dispatches.filter(({ attempt }) => attempt === 1);
    const ends = await Promise.all([
      ...late.map((dispatch) => finish(dispatch, retry)),
      ...current.map((dispatch) => finish(dispatch, delivered)),
      ...first.map((dispatch, index) => finish(dispatch, index === 0 ? { ...retry, response: '\0' } : delivered)),
    ]);
    expect(ends).toEqual(['claim-lost', 'finished', 'finished', 'finished', 'finished']);
    const found = await Promise.all(ids.map((id) => stage.detail(id)));
    expect(found.map(({ state }) => state).sort()).toEqual(['delivered', 'delivered', 'delivered', 'pending']);
    expect(found.filter(({ state }) => state === 'pending')[0]?.attempts).toMatchObject([{ number: 1, status: 500 }]);
  });

  it('disables the channel of a receiver that is gone, and what waits is cancelled', async () => {
    const [first, second] = [await stage.makeDelivery(channel, request), await stage.makeDelivery(channel, request)];
    const { dispatches } = await stage.ledger.claim(channel, 1);
    for (const dispatch of dispatches) {
      await finish(dispatch, {
        result: 'failed',
        cause: 'gone',
        detail: 'Gone',
        status: 410,
        response: null,
        isGone: true,
      });
    }
    await stage.ledger.cancelUnsendable();
    const states = await Promise.all([first, second].map(async (id) => (await stage.detail(id)).state));
    expect(states.sort()).toEqual(['cancelled', 'failed']);
    expect((await stage.channels.list())[0]?.state).toBe('disabled');
  });

  it('keeps nothing of a request that was erased while it was being sent', async () => {
    const id = await stage.makeDelivery(channel, request);
    const dispatch = await claimOne();
    await stage.pool.query(
      "update deliveries set state = 'cancelled', cancel_cause = 'erased', lease_until = null, finished_at = now()",
    );
    expect(await finish(dispatch, delivered)).toBe('claim-lost');
    expect(await stage.detail(id)).toMatchObject({ body: null, attempts: [] });
  });
});

describe('a worker that does not report a result', () => {
  it('keeps its deliveries while its lease lasts', async () => {
    const id = await stage.makeDelivery(channel, request);
    await claimOne();
    await stage.ledger.releaseLost(['webhook']);
    expect((await stage.detail(id)).state).toBe('sending');
  });

  it('leaves what may be repeated to the queue, due soon', async () => {
    const id = await stage.makeDelivery(channel, request);
    await claimOne();
    await loseLeases();
    await stage.ledger.releaseLost(['webhook']);
    expect(await pauseS()).toBeLessThan(6);
    expect(await stage.detail(id)).toMatchObject({ state: 'pending', attempts: [{ number: 1, result: 'lost' }] });
    await stage.makeDue();
    expect((await claimOne()).attempt).toBe(2);
  });

  it('does not end again and again of the same delivery: each loss counts as an attempt', async () => {
    const id = await stage.makeDelivery(channel, request);
    const pausesS: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      await claimOne();
      await loseLeases();
      await stage.ledger.releaseLost(['webhook']);
      pausesS.push(await pauseS());
      await stage.makeDue();
    }
    expectSchedule(pausesS);
    await claimOne();
    await loseLeases();
    await stage.ledger.releaseLost(['webhook']);
    expect(await stage.detail(id)).toMatchObject({ state: 'failed', attemptCount: 10, dueAt: null });
    expect((await stage.detail(id)).attempts.map(({ result }) => result)).toEqual(Array(10).fill('lost'));
  });

  it('leaves a delivery that only a person may repeat as uncertain', async () => {
    const id = await stage.makeDelivery(channel, request);
    await claimOne();
    await loseLeases();
    await stage.ledger.releaseLost([]);
    expect(await stage.detail(id)).toMatchObject({ state: 'uncertain', attempts: [{ number: 1, result: 'lost' }] });
  });
});

describe('the ledger', () => {
  it('gives deliveries ids in the order of their time', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push(await stage.makeDelivery(channel, request));
      await stage.pool.query('select pg_sleep(0.002)');
    }
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const text = 'select abs(extract(epoch from created_at) * 1000 - $2)::float as off from deliveries where id = $1';
      const milliseconds = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
      expect((await stage.pool.query<{ off: number }>(text, [id, milliseconds])).rows[0]?.off).toBeLessThan(5000);
    }
  });

  it('forgets what was finished long ago, with its attempts', async () => {
    const [old, young] = [await stage.makeDelivery(channel, request), await stage.makeDelivery(channel, request)];
    for (const dispatch of (await stage.ledger.claim(channel, 10)).dispatches) await finish(dispatch, delivered);
    const waiting = await stage.makeDelivery(channel, request);
    await stage.pool.query(
      "update deliveries set created_at = now() - interval '32 days', finished_at = now() - interval '31 days' where id = $1",
      [old],
    );
    await stage.pool.query("update deliveries set created_at = now() - interval '90 days' where id = $1", [waiting]);
    expect(await stage.ledger.forgetOld(30)).toBe(1);
    expect(await stage.deliveries.find(old)).toBeNull();
    expect(await stage.deliveries.find(young)).not.toBeNull();
    expect(await stage.deliveries.find(waiting)).not.toBeNull();
    expect((await stage.pool.query('select from delivery_attempts')).rowCount).toBe(1);
  });

  it('takes no delivery in a state that makes no sense', async () => {
    const id = await stage.makeDelivery(channel, request);
    for (const change of [
      "state = 'delivered'",
      "state = 'failed', due_at = null, finished_at = now()",
      "state = 'gone', due_at = null",
      "type = 'request.opened'",
      "state = 'cancelled', due_at = null, finished_at = now(), cancel_cause = 'whim'",
      'attempt = -1',
      "state = 'sending', due_at = null, lease_until = now()",
      "state = 'cancelled', due_at = null, finished_at = now()",
      "cancel_cause = 'spam'",
      'due_at = null',
      'request_id = null',
      'lease_until = now()',
    ]) {
      await expect(stage.pool.query(`update deliveries set ${change} where id = $1`, [id])).rejects.toThrow(
        'check constraint',
      );
    }
  });
});
