import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Submission } from '../../src/intake/submission/submission.ts';
import type { TestRecords } from '../support/open-records.ts';
import { createRecordTables, type RecordTables } from '../support/record-tables.ts';
import { submissionOf } from '../support/submission.ts';

let tables: RecordTables;
let pool: Pool;
let records: TestRecords;

beforeAll(async () => {
  tables = await createRecordTables();
  pool = tables.pool;
  records = tables.openRecords();
});

afterAll(() => tables.drop());

beforeEach(() => tables.empty());

async function begun(...files: string[]): Promise<Submission> {
  const submission = submissionOf(files);
  await records.begin(submission);
  return submission;
}

const keysOf = (submission: Submission) => submission.files.map((file) => file.key);
const expireAll = () => pool.query("update upload_intents set lease_until = now() - interval '1 second'");
const makeAllDue = () => pool.query("update upload_intents set next_attempt_at = now() - interval '1 second'");

async function intents() {
  return (await pool.query('select * from upload_intents order by request_id')).rows;
}

async function requestCount(): Promise<number> {
  return (await pool.query('select count(*)::int as n from commission_requests')).rows[0].n;
}

describe('claimDue', () => {
  it('leaves an upload alone while its lease lasts', async () => {
    await begun('a');
    expect(await records.claimDue(10)).toEqual([]);
    expect(await requestCount()).toBe(1);
  });

  it('condemns an upload whose lease ran out, removes its record and answers its keys', async () => {
    const submission = await begun('a', 'b');
    await expireAll();
    expect(await records.claimDue(10)).toEqual([{ requestId: submission.id, keys: keysOf(submission), attempts: 1 }]);
    expect(await intents()).toMatchObject([{ state: 'CONDEMNED', fence: 2, attempts: 1 }]);
    expect(await requestCount()).toBe(0);
  });

  it('takes the claim from its owner', async () => {
    const submission = submissionOf(['a']);
    const claim = await records.claim(submission);
    await expireAll();
    await records.claimDue(10);
    expect(await records.renew(claim)).toBe('claim-lost');
    expect(await records.complete(claim, submission)).toBe('claim-lost');
  });

  it('hands a condemned upload out again when its time has come, at growing intervals', async () => {
    const submission = await begun('a');
    await expireAll();
    const pausesMs: number[] = [];
    for (let round = 1; round <= 4; round += 1) {
      expect(await records.claimDue(10)).toEqual([
        { requestId: submission.id, keys: keysOf(submission), attempts: round },
      ]);
      expect(await records.claimDue(10)).toEqual([]);
      const text = 'select extract(epoch from next_attempt_at - now()) * 1000 as ms from upload_intents';
      pausesMs.push(Number((await pool.query(text)).rows[0].ms));
      await makeAllDue();
    }
    for (const [index, pauseMs] of pausesMs.entries()) {
      const meanMs = 30_000 * 2 ** index;
      expect(pauseMs).toBeGreaterThan(meanMs * 0.7);
      expect(pauseMs).toBeLessThan(meanMs * 1.3);
    }
  });

  it('waits an hour at most, however often it has tried', async () => {
    await begun('a');
    await expireAll();
    await pool.query('update upload_intents set attempts = 1000000');
    await records.claimDue(10);
    const text = "select next_attempt_at < now() + interval '76 minutes' as is_near from upload_intents";
    expect((await pool.query(text)).rows).toEqual([{ is_near: true }]);
  });

  it('removes a request that arrived behind its condemnation', async () => {
    const submission = submissionOf([]);
    await records.condemn({ requestId: submission.id, keys: [], idempotencyKey: null });
    await records.begin(submission);
    await makeAllDue();
    await records.claimDue(10);
    expect(await requestCount()).toBe(0);
  });

  it('answers no more than it is asked for', async () => {
    for (let count = 0; count < 5; count += 1) await begun('a');
    await expireAll();
    expect(await records.claimDue(2)).toHaveLength(2);
    expect(await records.claimDue(10)).toHaveLength(3);
  });

  it('hands each upload to one of many sweepers that work at once, beside owners that go on', async () => {
    const submissions = await Promise.all(Array.from({ length: 60 }, () => begun('a', 'b')));
    await expireAll();
    const living = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const submission = submissionOf(['c']);
        return { submission, claim: await records.claim(submission) };
      }),
    );
    const [rounds, completions] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => records.claimDue(10))),
      Promise.all(living.map(({ claim, submission }) => records.complete(claim, submission))),
      Promise.all(
        submissions
          .slice(0, 20)
          .map((submission) =>
            records.condemn({ requestId: submission.id, keys: keysOf(submission), idempotencyKey: null }),
          ),
      ),
    ]);
    const claimed = rounds.flat().map((upload) => upload.requestId);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(new Set(completions)).toEqual(new Set(['completed']));
    expect(await requestCount()).toBe(20 + 60 - (await intents()).filter(({ state }) => state === 'CONDEMNED').length);
  });
});

describe('forget', () => {
  it('keeps a condemned upload while its grace period lasts', async () => {
    const submission = await begun('a');
    await records.condemn({ requestId: submission.id, keys: keysOf(submission), idempotencyKey: null });
    await records.forget(submission.id);
    expect(await intents()).toHaveLength(1);
  });

  it('ends it afterwards', async () => {
    const submission = await begun('a');
    await records.condemn({ requestId: submission.id, keys: keysOf(submission), idempotencyKey: null });
    await pool.query("update upload_intents set condemned_at = now() - interval '61 minutes'");
    await records.forget(submission.id);
    expect(await intents()).toHaveLength(0);
  });

  it('leaves an upload under way alone, however old', async () => {
    const submission = await begun('a');
    await pool.query("update upload_intents set condemned_at = now() - interval '61 minutes'");
    await records.forget(submission.id);
    expect(await intents()).toMatchObject([{ state: 'PENDING' }]);
  });
});
