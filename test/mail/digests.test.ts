import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import { settledEvents } from '../../src/events/event-pages.ts';
import { systemActor } from '../../src/events/events.ts';
import { eraseRequests } from '../../src/keeping/erasure/erase-requests.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type MailStage, openMailStage, operators, plainServer } from './stage.ts';

let stage: MailStage;
let server: MailServer;

beforeAll(async () => {
  stage = await openMailStage();
  server = await startMailServer();
});

afterEach(async () => {
  await stage.pool.query('delete from delivery_channels; delete from deliveries; delete from delivery_digests');
});

afterAll(async () => {
  await server.close();
  await stage.close();
});

/** Waits, because open transactions in other databases of the server delay the feed. */
async function untilSettled(): Promise<void> {
  const text = `select count(*)::int as held from request_events e where not ${settledEvents}`;
  const held = async () => (await stage.pool.query<{ held: number }>(text)).rows[0]?.held;
  await expect.poll(held).toBe(0);
}

const daily = () => ({ ...operators, pace: 'daily', hour: new Date().getUTCHours() }) as const;

/** Stores a request of yesterday, which is due for a digest. Returns its id. */
async function storeDue(name: string): Promise<string> {
  const id = await stage.inbox.store({ name, createdAt: new Date(Date.now() - 86_400_000) });
  await untilSettled();
  return id;
}

/** Makes a digest of requests of yesterday. */
async function madeDigest(names: readonly string[], types?: Parameters<MailStage['addChannel']>[1]) {
  const channel = await stage.addChannel(daily(), types);
  const requestIds: string[] = [];
  for (const name of names) requestIds.push(await storeDue(name));
  await stage.digests.makeDue();
  const [delivery] = (await stage.deliveries.ofChannel(channel, {}, null, 50))?.items ?? [];
  return { channel, id: delivery?.id ?? '', requestIds };
}

/** Makes the digests that are due, and returns the names in each, in order of time. */
async function namesInDigests(channel: string): Promise<string[][]> {
  await stage.digests.makeDue();
  const { items = [] } = (await stage.deliveries.ofChannel(channel, {}, null, 50)) ?? {};
  const digests = await Promise.all(
    items.toReversed().map(async ({ id }) => stage.digests.read((await stage.detail(id)).facts)),
  );
  return digests.map(({ requests }) => requests.map(({ customerName }) => customerName));
}

const erase = (ids: readonly string[]) =>
  inTransaction(stage.pool, (client) => eraseRequests(client, ids, { reason: 'request', actor: systemActor }));

async function untilBlockedBy(pid: number): Promise<void> {
  const text = 'select exists (select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))) as found';
  const isBlocked = async () => (await stage.pool.query<{ found: boolean }>(text, [pid])).rows[0]?.found;
  await expect.poll(isBlocked).toBe(true);
}

describe('a digest', () => {
  it('keeps nothing of a request that is erased while it is being sent', async () => {
    const { channel, id, requestIds } = await madeDigest(['Vera Example', 'Anna']);
    const ledger = createDeliveryLedger(stage.pool, kinds);
    const outcome = { result: 'retry', cause: 'refused', detail: 'Later', status: 451, response: null } as const;
    const finish = async (body: string) => {
      for (const dispatch of (await ledger.claim(channel, 1)).dispatches) {
        await erase(requestIds.slice(0, 1));
        expect((await stage.detail(id)).body).toBeNull();
        await ledger.finish(dispatch, { durationMs: 1, outcome, body, isInterrupted: false });
      }
      return stage.detail(id);
    };
    expect(await finish('{"text": "Vera Example"}')).toMatchObject({ state: 'pending', attemptCount: 1, body: null });
    const sent = await stage.untilTried(stage.openWorker(plainServer(server.port)), id, 2);
    expect(JSON.parse(sent.body ?? '')).toMatchObject({ subject: '1 new request' });
    expect(sent.body).not.toContain('Vera');
  });

  it('keeps nothing when it was lost over a request that was erased meanwhile', async () => {
    const { channel, id, requestIds } = await madeDigest(['Vera Example']);
    const ledger = createDeliveryLedger(stage.pool, kinds);
    await ledger.claim(channel, 1);
    await erase(requestIds);
    await stage.pool.query("update deliveries set lease_until = now() - interval '1 second' where id = $1", [id]);
    await ledger.releaseLost([]);
    const { rows } = await stage.pool.query('select state, body from deliveries where id = $1', [id]);
    expect(rows).toEqual([{ state: 'uncertain', body: null }]);
  });

  it.each([
    ['erased', erase],
    [
      'SPAM',
      (ids: readonly string[]) =>
        stage.pool.query("update commission_requests set status = 'SPAM' where id = any($1)", [ids]),
    ],
  ])('is not sent when all its requests are %s before', async (_, change) => {
    const { id, requestIds } = await madeDigest(['Vera Example', 'Anna']);
    await change(requestIds);
    await stage.dueNow(id);
    const worker = stage.openWorker(plainServer(server.port));
    await expect
      .poll(async () => {
        await worker.wake();
        return stage.detail(id);
      })
      .toMatchObject({ state: 'cancelled', cancelCause: 'request-gone', attemptCount: 0, body: null });
  });

  it('is not made for a daily channel that gets statuses alone', async () => {
    expect((await madeDigest(['Anna'])).id).not.toBe('');
    expect((await madeDigest(['Anna'], ['request.status_changed'])).id).toBe('');
  });

  it('has what came right after the channel was added, and nothing from before', async () => {
    await storeDue('Before');
    const channel = await stage.addChannel(daily());
    await storeDue('Anna');
    expect(await namesInDigests(channel)).toEqual([['Anna']]);
  });

  it('has what came since the channel is daily, whatever it was before', async () => {
    const channel = await stage.addChannel(operators);
    await storeDue('Told at once');
    await stage.channels.change(channel, { mail: daily() });
    await storeDue('Anna');
    await stage.channels.change(channel, { mail: { ...daily(), language: 'de' } });
    expect(await namesInDigests(channel)).toEqual([['Anna']]);
    await stage.channels.change(channel, { mail: operators });
    await storeDue('Told at once too');
    await stage.channels.change(channel, { mail: daily() });
    await storeDue('Bert');
    expect(await namesInDigests(channel)).toEqual([['Anna'], ['Bert']]);
  });

  it('leaves out what came while the channel was not told of new requests', async () => {
    const channel = await stage.addChannel(daily(), ['request.status_changed']);
    await storeDue('Before');
    await stage.digests.makeDue();
    await stage.pool.query(`update delivery_channels set types = '{request.created}'`);
    await storeDue('After');
    expect(await namesInDigests(channel)).toEqual([['After']]);
  });

  it('waits while a request is being erased, and tells of the others', async () => {
    const { id, requestIds } = await madeDigest(['Vera Example', 'Anna']);
    const { facts } = await stage.detail(id);
    const reading = await inTransaction(stage.pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await eraseRequests(client, requestIds.slice(0, 1), { reason: 'request', actor: systemActor });
      const digest = stage.digests.read(facts);
      await untilBlockedBy(rows[0]?.pid ?? 0);
      return { digest };
    });
    expect((await reading.digest).requests.map(({ customerName }) => customerName)).toEqual(['Anna']);
  });
});
