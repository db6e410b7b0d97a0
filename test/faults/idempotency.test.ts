import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyService, startFaultyService, submissionParts, wholeSubmission } from '../support/faulty-service.ts';
import { postParts } from '../support/form.ts';

let service: FaultyService;

beforeAll(async () => {
  service = await startFaultyService({
    env: { UPLOAD_LEASE_MS: '2000', UPLOAD_TIMEOUT_MS: '1000', RECOVERY_INTERVAL_MS: '500' },
  });
});

afterEach(() => service.restore());

afterAll(() => service.close());

const submit = (fileCount: number) =>
  postParts(service.endpoint, submissionParts(fileCount), { 'idempotency-key': 'the-key' });

/** As a client does that repeats a failure until it is stored. */
async function submitUntilStored(fileCount: number): Promise<unknown> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const { status, body } = await submit(fileCount);
    if (status === 201) return body.id;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return expect.unreachable('it was never stored');
}

describe.each([0, 2])('a client that repeats a form with %i files under one key', (fileCount) => {
  it.each([
    ['begin-once', 'lose-request', 'pass'],
    ['begin-once', 'lose-answer', 'pass'],
    ['begin-once', 'lose-answer', 'refuse'],
    ['begin-once', 'delay-request', 'pass'],
    ['complete', 'lose-request', 'pass'],
    ['complete', 'lose-answer', 'pass'],
    ['complete', 'lose-request', 'refuse'],
    ['complete', 'lose-answer', 'refuse'],
  ] as const)('stores one request on %s: %s, then %s', async (statement, effect, afterwards) => {
    const sprung = service.database.trap({ marker: `\0${statement}\0`, effect, afterwards });
    const { status } = await submit(fileCount);
    await sprung;
    await service.database.pass();
    const id = await submitUntilStored(fileCount);
    if (effect === 'delay-request') await service.database.deliverLate();
    const { rows } = await service.pool.query('select id from submitted_commission_requests');
    expect(rows).toEqual([{ id }]);
    // The half minute that recovery leaves to the caller.
    await service.pool.query("update upload_intents set next_try = now() where state = 'CONDEMNED'");
    await expect.poll(() => service.stored(), { timeout: 5000 }).toEqual(wholeSubmission(fileCount));
    expect([201, 500]).toContain(status);
  });

  it('is answered with the stored request when the answer to find it was lost', async () => {
    const first = await submit(fileCount);
    const sprung = service.database.trap({ marker: '\0find-key\0', effect: 'lose-answer', afterwards: 'pass' });
    expect((await submit(fileCount)).status).toBe(500);
    await sprung;
    expect((await submit(fileCount)).body).toEqual(first.body);
    expect(await service.stored()).toEqual(wholeSubmission(fileCount));
  });
});
