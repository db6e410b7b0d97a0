import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { turnText } from '../../src/triage/arrival.ts';
import { createHolds } from '../../src/triage/guard/holds.ts';
import { readCounts, readJudgedCounts } from '../../src/triage/opening/read-counts.ts';
import { actor } from '../guard/stage.ts';
import { encodeForm, payloadPart, postParts, validPayload } from '../support/form.ts';
import { publishAt } from '../support/publish-studio.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

const customer = '198.51.100.7';
const hash = /^[0-9a-f]{32}$/;

let direct: TestService;
/** Behind a proxy that appends to `X-Forwarded-For`. */
let proxied: TestService;

beforeAll(async () => {
  direct = await startTestService();
  proxied = await startTestService({ DATABASE_URL: direct.databaseUrl, TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(async () => {
  await proxied.close();
  await direct.close();
});

beforeEach(async () => {
  await direct.pool.query('delete from commission_requests');
});

async function publish(document: object): Promise<void> {
  await publishAt([direct, proxied], document);
  await expect.poll(() => countOf('opening_state')).toBe(1);
}

const countOf = async (from: string) => (await direct.pool.query(`select from ${from}`)).rowCount;
const counted = async () => (await readCounts(direct.pool)).requests;
const unjudged = () => countOf('commission_requests where judging is not null');
const stateOf = async ({ address }: TestService) =>
  ((await (await fetch(`${address}/api/v1/availability`)).json()) as { readonly state: string }).state;

/** Sends forms one after the other. */
async function send({ endpoint }: TestService, forwarded: readonly string[]): Promise<void> {
  for (const header of forwarded) {
    const { status } = await postParts(endpoint, [payloadPart(validPayload)], { 'x-forwarded-for': header });
    expect(status).toBe(201);
  }
}

const made = (text: (index: number) => string) => Array.from({ length: 10 }, (_, index) => text(index));

describe.each(['off', 'watch'])('ten forms with made-up addresses while the guard is %s', (mode) => {
  it.each([
    ['through a proxy', () => proxied, made((index) => `203.0.${index}.1, ${customer}`)],
    ['from the socket', () => direct, made((index) => `203.0.${index}.1`)],
  ] as const)('count three times %s, also before they are judged where they are visible', async (...given) => {
    const [, service, forwarded] = given;
    await publish({ guard: { mode }, opening: { requestLimit: 4 } });
    await inTransaction(direct.pool, async (client) => {
      await client.query(turnText);
      await send(service(), forwarded);
      expect(await counted()).toBe(mode === 'off' ? 3 : 0);
    });
    await expect.poll(unjudged).toBe(0);
    expect(await counted()).toBe(3);
    expect(await countOf('commission_requests where is_beyond_share')).toBe(7);
  });
});

describe.each(['off', 'watch'])('ten forms of connections that are gone while the guard is %s', (mode) => {
  it.each([
    ['through a proxy', () => proxied],
    ['from the socket', () => direct],
  ] as const)('are stored, and count as those of one network %s', async (_way, service) => {
    await publish({ guard: { mode }, opening: { requestLimit: 4 } });
    const headers = { 'x-forwarded-for': customer };
    const request = rawRequest(encodeForm([payloadPart(validPayload)]), { headers });
    for (let form = 0; form < 10; form += 1) {
      const socket = connect(service().port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write(request, () => socket.resetAndDestroy());
    }
    await expect.poll(() => countOf('commission_requests where hold is null')).toBe(10);
    await expect.poll(unjudged).toBe(0);
    // The service may have seen the address of some.
    expect(await counted()).toBeLessThanOrEqual(6);
  });
});

describe.each(['off', 'watch'])('requests of several networks while the guard is %s', (mode) => {
  it('count each, and are known by keyed hashes alone', async () => {
    await publish({ guard: { mode }, opening: { requestLimit: 4 } });
    await send(
      proxied,
      [1, 2, 3, 4].map((network) => `203.0.113.1, 198.51.${network}.1`),
    );
    await expect.poll(unjudged).toBe(0);
    expect(await counted()).toBe(4);
    await expect.poll(() => stateOf(proxied)).toBe('closed');
    const text = `
      select r.guard ->> 'network' as stored, a.network from commission_requests r
        left join request_arrivals a on a.request_id = r.id`;
    const { rows } = await direct.pool.query<{ stored: string; network: string }>(text);
    expect(new Set(rows.map(({ stored }) => stored)).size).toBe(4);
    for (const { stored, network } of rows) {
      expect(stored).toMatch(hash);
      expect(network).toBe(stored);
    }
  });
});

describe('requests that the guard has held', () => {
  it('count from their release, as far as their network has a share', async () => {
    await publish({ guard: { mode: 'hold' }, opening: { requestLimit: 9 } });
    await send(
      proxied,
      made(() => customer),
    );
    await expect.poll(unjudged).toBe(0);
    expect(await counted()).toBe(0);
    await createHolds(direct.pool).release({ asOf: new Date() }, actor);
    expect(await counted()).toBe(3);
    await expect.poll(unjudged).toBe(0);
    expect(await counted()).toBe(3);
  });
});

describe('a studio that has not said when it is open', () => {
  it('keeps no network, and forgets those that counted before', async () => {
    await publish({ opening: {} });
    await send(direct, [customer]);
    await expect.poll(() => countOf('request_arrivals')).toBe(1);
    await publishAt([direct, proxied], {});
    await expect.poll(() => countOf('opening_state')).toBe(0);
    expect(await countOf('request_arrivals')).toBe(0);
    await direct.pool.query('delete from commission_requests');
    await send(direct, [customer]);
    expect(await countOf('commission_requests where guard is not null')).toBe(0);
  });
});

describe('a backlog of more than 20,000 requests that wait for their judgement', () => {
  it('hides no judged request from the counts', async () => {
    const client = await direct.pool.connect();
    await client.query('begin');
    await client.query(`
      insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids, judging)
      select gen_random_uuid(), now(), 'NEW', 'Vera', 'vera@example.org', 'A cat', '{}', case when n > 100 then 'opening' end
      from generate_series(1, 20200) n`);
    const { requests } = await readJudgedCounts(client);
    await client.query('rollback');
    client.release();
    expect(requests).toBe(100);
  });
});
