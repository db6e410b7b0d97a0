import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type FaultyService,
  intents,
  nothingStored,
  startFaultyService,
  submit,
  submittedRequests,
} from '../support/faulty-service.ts';

let service: FaultyService;

beforeAll(async () => {
  service = await startFaultyService({
    env: { TIME_LIMITS: 'sweepIntervalMs=40,leaseMs=6000,putMs=5000' },
  });
});

afterAll(() => service.close());

afterEach(() => service.restore());

/** Makes all condemned uploads due, as if the pause before the next round were over. */
const makeAllDue = () =>
  service.pool.query("update upload_intents set next_attempt_at = now() where state = 'CONDEMNED'");

async function objectsAfterAnotherRound(): Promise<number> {
  await makeAllDue();
  return service.s3.objects.size;
}

/** Resolves when a round has deleted the objects of an upload of another process. */
async function cleanUpAfterAnother(): Promise<void> {
  await service.pool.query(`
    insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_attempt_at)
    values (gen_random_uuid(), '{}', 'CONDEMNED', now(), now(), now())`);
  const left = "select from upload_intents where keys = '{}' and objects_deleted_at is null";
  await expect.poll(async () => (await service.pool.query(left)).rowCount).toBe(0);
  await service.pool.query("delete from upload_intents where keys = '{}'");
}

async function leaseEnd(): Promise<number> {
  const { rows } = await service.pool.query<{ at: Date }>('select lease_until as at from upload_intents');
  return rows[0]?.at.getTime() ?? 0;
}

describe('recovery', () => {
  it('takes back an upload whose database was away during its clean-up', async () => {
    const marker = service.database.trap({ marker: 'with claim as', effect: 'lose-request', afterwards: 'refuse' });
    expect((await submit(service, 3)).status).toBe(500);
    await marker;
    expect(await submittedRequests(service)).toBe(0);
    const [intent] = await intents(service);
    expect(intent).toMatchObject({ state: 'PENDING', keys: [...service.s3.objects.keys()] });
    expect(await service.stored()).toEqual({ ...nothingStored, requests: 1, intents: 1, objects: 3 });
    await service.database.pass();
    await expect.poll(() => service.stored()).toMatchObject({ requests: 0, intents: 0 });
    await makeAllDue();
    await expect.poll(() => service.stored()).toEqual(nothingStored);
    expect((await submit(service, 3)).status).toBe(201);
  });

  it('takes back a request without files that was answered 500 because its answer was lost', async () => {
    const reached = service.database.trap({
      marker: 'insert into commission_requests',
      effect: 'lose-answer',
      afterwards: 'refuse',
    });
    expect((await submit(service, 0)).status).toBe(500);
    await reached;
    await service.database.pass();
    await expect.poll(() => service.stored()).toEqual(nothingStored);
  });

  it('has nothing to take back of submissions that never reached the database', async () => {
    service.database.refuse();
    for (const fileCount of [0, 1, 0, 1]) expect((await submit(service, fileCount)).status).toBe(500);
    await service.database.pass();
    expect((await submit(service, 0)).status).toBe(201);
    // What they left in memory would have been written down by the rounds that clean up after others.
    for (let round = 0; round < 2; round += 1) await cleanUpAfterAnother();
    expect(await intents(service)).toEqual([]);
  });

  it('deletes an object that is stored after its upload was given up', async () => {
    service.s3.inject({ operation: 'PUT', call: 1, effect: { kind: 'apply-late' } });
    expect((await submit(service, 1)).status).toBe(500);
    service.s3.release();
    await expect.poll(() => service.s3.objects.size).toBe(1);
    await makeAllDue();
    await expect.poll(() => service.s3.objects.size).toBe(0);
  });

  it('tries again when the store refuses the deletions', async () => {
    const broken = { kind: 'respond', status: 503, code: 'SlowDown' } as const;
    service.s3.inject({ operation: 'PUT', call: 2, effect: { ...broken, status: 500 } });
    service.s3.inject({ operation: 'DELETE', call: 1, times: 3, effect: broken });
    expect((await submit(service, 2)).status).toBe(500);
    expect(service.s3.objects.size).toBe(1);
    await expect.poll(objectsAfterAnotherRound).toBe(0);
  });

  it('leaves a slow upload alone as long as its heart beats', async () => {
    const reached = service.s3.inject({ operation: 'PUT', call: 1, effect: { kind: 'hold' } }).struck;
    const answer = submit(service, 3);
    await reached;
    const first = await leaseEnd();
    await expect.poll(leaseEnd).toBeGreaterThan(first);
    service.s3.release();
    expect((await answer).status).toBe(201);
    expect(await service.stored()).toMatchObject({ requests: 1, files: 3, intents: 0, objects: 3 });
  });
});

describe('a store that hangs', () => {
  it('does not hold up the end of the service', async () => {
    const stopping = await startFaultyService({ env: { TIME_LIMITS: 'sweepIntervalMs=40' } });
    await stopping.pool.query(`
    insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_attempt_at)
    select gen_random_uuid(), array['commissions/' || gen_random_uuid() || '.png'], 'CONDEMNED', now(), now(), now()
    from generate_series(1, 3)`);
    await stopping.s3.inject({ operation: 'DELETE', call: 1, times: 10, effect: { kind: 'hang' } }).struck;
    const closing = performance.now();
    await stopping.close();
    // Far below the 30 seconds that one hanging deletion may take.
    expect(performance.now() - closing).toBeLessThan(10_000);
  });
});
