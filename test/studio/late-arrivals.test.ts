import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUuidV7 } from '../../src/intake/submission/submission.ts';
import { createOpeningWatch } from '../../src/triage/watch-opening.ts';
import { fixedStudio } from '../support/fixed-studio.ts';
import { payloadPart, postParts, validPayload } from '../support/form.ts';
import { publishAt } from '../support/publish-studio.ts';
import { startTestService, type TestService } from '../support/service.ts';

let first: TestService;
let second: TestService;

beforeAll(async () => {
  first = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
  second = await startTestService({ DATABASE_URL: first.databaseUrl, TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(async () => {
  await second.close();
  await first.close();
});

beforeEach(async () => {
  await first.pool.query('delete from commission_requests');
  await first.pool.query('delete from deliveries');
});

const publish = (opening: object) => publishAt([first, second], { opening });

const send = ({ endpoint }: TestService, from = '203.0.113.1') =>
  postParts(endpoint, [payloadPart(validPayload)], { 'x-forwarded-for': from });

async function sendMany(count: number, from: (index: number) => string): Promise<readonly number[]> {
  const sent = Array.from({ length: count }, (_, index) => send(index % 2 === 0 ? first : second, from(index)));
  return (await Promise.all(sent)).map(({ status }) => status);
}

/** Resolves with the requests in the order of their arrival. */
async function arrived() {
  const { rows } = await first.pool.query<{
    arrival: string | null;
    status: string;
    rank: number | null;
    beyond: true | null;
  }>(`
    select r.arrival, r.status, r.rank, r.is_beyond_share as beyond
    from commission_requests r order by r.arrived_at, r.id`);
  return rows;
}

const isJudged = async () =>
  (await first.pool.query('select from commission_requests where judging is not null')).rowCount === 0;

describe('two hundred submissions for the last slots, at two processes', () => {
  it('are stored and answered with 201, and exactly those beyond the last slot are marked and sorted', async () => {
    await publish({ requestLimit: 10, late: 'waitlist' });
    expect(new Set(await sendMany(200, (index) => `198.51.${index}.1`))).toEqual(new Set([201]));
    await expect.poll(isJudged).toBe(true);
    const rows = await arrived();
    const inTime = rows.filter(({ arrival }) => arrival === null);
    expect(inTime).toEqual(Array(10).fill({ arrival: null, status: 'NEW', rank: null, beyond: null }));
    const late = rows.filter(({ arrival }) => arrival !== null);
    expect(late).toHaveLength(190);
    expect(new Set(late.map(({ arrival, status }) => `${arrival} ${status}`))).toEqual(new Set(['full WAITLISTED']));
    expect(new Set(late.map(({ rank }) => rank)).size).toBe(190);
    const { rows: events } = await first.pool.query(
      "select kind, count(*)::int as count from request_events where actor_kind = 'rule' group by kind order by kind",
    );
    expect(events).toEqual([
      { kind: 'arrival', count: 190 },
      { kind: 'status', count: 190 },
    ]);
  });
});

describe('a flood from one network', () => {
  it('counts three times an hour, and closes no form', async () => {
    await publish({ requestLimit: 4 });
    await sendMany(10, (index) => `203.0.113.${index}`);
    await sendMany(10, (index) => `2001:db8:1:${index}::3`);
    await expect.poll(isJudged).toBe(true);
    const rows = await arrived();
    expect(rows.filter(({ beyond }) => beyond === null)).toHaveLength(6);
    expect(rows.filter(({ arrival, beyond }) => arrival === 'full' && beyond === null)).toHaveLength(2);
  });
});

describe('a closed form', () => {
  it('declines what comes all the same if the studio wants that', async () => {
    await publish({ mode: 'closed', late: 'decline' });
    expect((await send(first)).status).toBe(201);
    await expect.poll(arrived).toEqual([{ arrival: 'closed', status: 'DECLINED', rank: null, beyond: null }]);
  });

  it('keeps what came before it was closed', async () => {
    await publish({ mode: 'open', late: 'decline' });
    await send(first);
    await publish({ mode: 'closed', late: 'decline' });
    await send(first);
    await expect.poll(isJudged).toBe(true);
    await expect.poll(async () => (await arrived()).map(({ status }) => status)).toEqual(['NEW', 'DECLINED']);
  });
});

/** Stores a request as a process does that knows of no opening. */
async function storeUnjudged(at: Date): Promise<void> {
  await first.pool.query(
    `insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
     values ($1, $2, 'NEW', 'Vera', 'vera@example.org', 'A cat', '{}')`,
    [createUuidV7(at), at],
  );
}

describe('a request of a process that has not read the first opening yet', () => {
  it('is judged when it came after the publication, and once', async () => {
    await publishAt([first, second], { opening: null });
    await storeUnjudged(new Date());
    await publish({ mode: 'closed', late: 'decline' });
    await storeUnjudged(new Date());
    const arrivals = async () =>
      (await first.pool.query('select arrival, status from commission_requests order by id')).rows;
    await expect.poll(arrivals).toEqual([
      { arrival: null, status: 'NEW' },
      { arrival: 'closed', status: 'DECLINED' },
    ]);
    await createOpeningWatch({ pool: first.pool, studio: fixedStudio(), file: null })();
    expect(await isJudged()).toBe(true);
  });
});

describe('a form that closes by itself', () => {
  it('tells channels and, once, owners', async () => {
    await first.pool.query(`
      insert into delivery_channels (id, kind, name, types, settings)
      values (gen_random_uuid(), 'webhook', 'Hook', '{studio.opened,studio.closed}', '{}')`);
    await publish({ requestLimit: 2 });
    const isOpen = async () => (await first.pool.query('select is_open from opening_state')).rows[0]?.is_open;
    await expect.poll(isOpen).toBe(true);
    const told = async () => {
      const text = 'select type, facts from deliveries order by created_at, type';
      return (await first.pool.query<{ type: string; facts: object }>(text)).rows;
    };
    await first.pool.query('delete from deliveries');
    await sendMany(3, (index) => `198.51.${index}.1`);
    const closed = { state: 'closed', reason: 'requests' };
    await expect.poll(told).toEqual([
      { type: 'notice', facts: { about: 'closed', ...closed } },
      { type: 'studio.closed', facts: closed },
    ]);
    await first.pool.query("update commission_requests set status = 'DECLINED'");
    await expect.poll(async () => (await told()).map(({ type }) => type)).toContain('studio.opened');
  });
});
