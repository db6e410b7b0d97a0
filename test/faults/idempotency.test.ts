import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type FaultyService,
  startFaultyService,
  submissionParts,
  submittedRequests,
  wholeSubmission,
} from '../support/faulty-service.ts';
import { postParts } from '../support/form.ts';

let service: FaultyService;

beforeAll(async () => {
  service = await startFaultyService({
    env: { TIME_LIMITS: 'leaseMs=4000,putMs=3000,sweepIntervalMs=500' },
  });
});

afterEach(() => service.restore());

afterAll(() => service.close());

const submit = (fileCount: number) =>
  postParts(service.endpoint, submissionParts(fileCount), { 'idempotency-key': 'the-key' });

/** Repeats the submission until it is stored, like a client that retries after a failure. */
async function submitUntilStored(fileCount: number) {
  for (let attempts = 0; attempts < 300; attempts += 1) {
    const { status, body } = await submit(fileCount);
    if (status === 201) return body;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return expect.unreachable('it was never stored');
}

/** On a busy machine, storing an object may exceed its time limit. Then the statement of the trap is not reached. */
async function submitUntil(reached: Promise<void>, fileCount: number): Promise<number> {
  let isReached = false;
  void reached.then(() => (isReached = true));
  for (;;) {
    const { status } = await submit(fileCount);
    if (isReached) return status;
  }
}

const begin = ['begin-keys', 'begin-keys-intents'] as const;
const beginFaults = [
  ['lose-request', 'pass'],
  ['lose-answer', 'pass'],
  ['lose-answer', 'refuse'],
  ['delay-request', 'pass'],
] as const;
const completeFaults = [
  ['lose-request', 'pass'],
  ['lose-answer', 'pass'],
  ['lose-request', 'refuse'],
  ['lose-answer', 'refuse'],
] as const;
const faults = [
  ...beginFaults.map(([effect, afterwards]) => ({ fileCount: 0, statement: begin[0], effect, afterwards })),
  ...beginFaults.map(([effect, afterwards]) => ({ fileCount: 2, statement: begin[1], effect, afterwards })),
  ...completeFaults.map(([effect, afterwards]) => ({ fileCount: 2, statement: 'complete', effect, afterwards })),
];

describe('a client that repeats a form under one key', () => {
  it.each(faults)(
    'stores one request with $fileCount files on $statement: $effect, then $afterwards',
    async (fault) => {
      const { fileCount, statement, effect, afterwards } = fault;
      const reached = service.database.trap({ marker: `\0${statement}\0`, effect, afterwards });
      const status = await submitUntil(reached, fileCount);
      if (statement === 'complete' && effect === 'lose-answer' && afterwards === 'refuse') {
        expect(await submittedRequests(service)).toBe(1);
        expect(await service.stored()).toEqual(wholeSubmission(fileCount));
      }
      await service.database.pass();
      const { id } = await submitUntilStored(fileCount);
      if (effect === 'delay-request') await service.database.deliverLate();
      const { rows } = await service.pool.query('select id from submitted_commission_requests');
      expect(rows).toEqual([{ id }]);
      // Skips the 30 seconds during which recovery leaves the upload to its caller.
      await service.pool.query("update upload_intents set next_attempt_at = now() where state = 'CONDEMNED'");
      await expect.poll(() => service.stored()).toEqual(wholeSubmission(fileCount));
      expect([201, 500]).toContain(status);
    },
  );

  it.each([0, 2])(
    'is answered with the stored request of %i files when the answer to find it was lost',
    async (fileCount) => {
      const first = await submitUntilStored(fileCount);
      const reached = service.database.trap({ marker: '\0find-keys\0', effect: 'lose-answer', afterwards: 'pass' });
      expect((await submit(fileCount)).status).toBe(500);
      await reached;
      expect((await submit(fileCount)).body).toEqual(first);
      expect(await service.stored()).toEqual(wholeSubmission(fileCount));
    },
  );
});
