import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Claim, SubmissionRecords } from '../../src/records/submission-records.ts';
import type { Submission } from '../../src/submission/submission.ts';
import { createRecordTables, lockWaiters, type RecordTables } from '../support/record-tables.ts';
import { submissionOf } from '../support/submission.ts';

const key = 'one-key';

let tables: RecordTables;
let pool: Pool;
let replicas: readonly [SubmissionRecords, SubmissionRecords];
let records: SubmissionRecords;

beforeAll(async () => {
  tables = await createRecordTables();
  pool = tables.pool;
  replicas = [tables.openRecords(), tables.openRecords()];
  [records] = replicas;
});

afterAll(() => tables.drop());

beforeEach(() => tables.empty());

interface Keyed {
  readonly submission: Submission;
  begin(by?: SubmissionRecords): ReturnType<SubmissionRecords['beginOnce']>;
  abandon(): ReturnType<SubmissionRecords['abandon']>;
}

function keyed(files: readonly string[], message = 'Two cats'): Keyed {
  const submission = submissionOf(files, { message }, key);
  const { id, idempotency } = submission;
  if (!idempotency) throw new Error('A submission with a key has its fingerprint');
  return {
    submission,
    begin: (by = records) => by.beginOnce(submission, idempotency),
    abandon: () => records.abandon({ requestId: id, keys: submission.files.map((file) => file.key), isKeyed: true }),
  };
}

async function begun(files: readonly string[] = ['a']): Promise<Keyed & { readonly claim: Claim }> {
  const one = keyed(files);
  const claim = await one.begin();
  if ('earlier' in claim) throw new Error('The key is taken');
  return { ...one, claim };
}

async function stored(files: readonly string[] = ['a']) {
  const one = await begun(files);
  expect(await records.complete(one.claim, one.submission)).toBe('completed');
  return one;
}

const expireKeys = () => pool.query("update idempotency_keys set expires_at = now() - interval '1 second'");
const expireLeases = () => pool.query("update upload_intents set lease_until = now() - interval '1 second'");
const receiptOf = ({ submission: { id, createdAt } }: Keyed) => ({ earlier: { id, createdAt } });

async function rows() {
  const { rows: found } = await pool.query(`
    select (select count(*)::int from commission_requests) as requests,
           (select count(*)::int from submitted_commission_requests) as shown,
           (select count(*)::int from commission_request_files) as files,
           (select count(*)::int from upload_intents where state = 'PENDING') as pending,
           (select count(*)::int from upload_intents where state = 'CONDEMNED') as condemned,
           (select count(*)::int from idempotency_keys) as keys`);
  return found[0];
}

const nothing = { requests: 0, shown: 0, files: 0, pending: 0, condemned: 0, keys: 0 };
const whole = (files: number) => ({ ...nothing, requests: 1, shown: 1, files, keys: 1 });

describe.each([{ files: [] }, { files: ['a', 'b'] }])('a key with $files.length files', ({ files }) => {
  it('takes a request in as without a key, hidden until it is complete', async () => {
    const { claim, submission } = await begun(files);
    expect(await rows()).toEqual({ ...nothing, requests: 1, pending: 1, keys: 1 });
    expect(await records.complete(claim, submission)).toBe('completed');
    expect(await rows()).toEqual(whole(files.length));
  });

  it('answers the same form with the stored request, and stores nothing', async () => {
    const first = await stored(files);
    for (const replica of replicas) expect(await keyed(files).begin(replica)).toEqual(receiptOf(first));
    expect(await rows()).toEqual(whole(files.length));
  });

  it('tells that the first request is under way', async () => {
    await begun(files);
    expect(await keyed(files).begin()).toEqual({ earlier: 'under-way' });
    expect(await rows()).toEqual({ ...nothing, requests: 1, pending: 1, keys: 1 });
  });

  it('is free again when the request has been taken back', async () => {
    const first = await begun(files);
    expect(await first.abandon()).toBe('abandoned');
    expect(await rows()).toEqual({ ...nothing, condemned: 1 });
    expect(await keyed(files).begin()).toMatchObject({ fence: 1 });
  });

  it('is free again when the lease of its owner has run out', async () => {
    const first = await begun(files);
    await expireLeases();
    expect(await records.claimExpired(10)).toHaveLength(1);
    const second = await stored(files);
    expect(await records.complete(first.claim, first.submission)).toBe('claim-lost');
    expect(await keyed(files).begin()).toEqual(receiptOf(second));
    expect(await rows()).toEqual({ ...whole(files.length), condemned: 1 });
  });

  it('begins one request when two replicas are sent it at once, many times', async () => {
    const attempts = Array.from({ length: 20 }, (_, index) => keyed(files).begin(replicas[index % 2]));
    const results = await Promise.all(attempts);
    expect(results.filter((result) => 'fence' in result)).toHaveLength(1);
    expect(results.filter((result) => 'earlier' in result && result.earlier === 'under-way')).toHaveLength(19);
    expect(await rows()).toEqual({ ...nothing, requests: 1, pending: 1, keys: 1 });
  });

  it('keeps a begin that arrives behind its abandon from leaving anything', async () => {
    const late = keyed(files);
    expect(await late.abandon()).toBe('abandoned');
    await expect(late.begin()).rejects.toMatchObject({ name: 'NotStoredError', cause: { code: '23505' } });
    expect(await rows()).toEqual({ ...nothing, condemned: 1 });
    await stored(files);
  });

  it('keeps a request that a repetition was answered with from being taken back', async () => {
    const first = await stored(files);
    await keyed(files).begin();
    expect(await first.abandon()).toBe('kept');
    expect(await rows()).toEqual(whole(files.length));
    expect(await records.claimExpired(10)).toEqual([]);
  });

  it('takes a request back that is whole, as long as no repetition was answered with it', async () => {
    const first = await stored(files);
    expect(await first.abandon()).toBe('abandoned');
    expect(await rows()).toEqual({ ...nothing, condemned: 1 });
    expect(await first.abandon()).toBe('abandoned');
    expect(await rows()).toEqual({ ...nothing, condemned: 1 });
  });
});

describe('a key', () => {
  it('is refused to another form, whole or under way', async () => {
    const first = await begun();
    expect(await keyed(['a'], 'Three cats').begin()).toEqual({ earlier: 'other-form' });
    await records.complete(first.claim, first.submission);
    expect(await keyed(['b']).begin()).toEqual({ earlier: 'other-form' });
    expect(await rows()).toEqual(whole(1));
  });

  it('does not count as answered after another form was refused', async () => {
    const first = await stored();
    await keyed(['b']).begin();
    expect(await first.abandon()).toBe('abandoned');
  });

  it('stands for a new request after its time', async () => {
    const first = await stored();
    await expireKeys();
    const second = await stored(['b']);
    expect(await rows()).toEqual({ ...whole(2), requests: 2, shown: 2 });
    expect(await keyed(['b']).begin()).toEqual(receiptOf(second));
    // Nobody can tell any more whether a repetition was answered with it.
    expect(await first.abandon()).toBe('kept');
  });

  it('goes with its request', async () => {
    await stored();
    await pool.query('delete from commission_requests');
    expect(await rows()).toEqual(nothing);
  });

  it('is kept for 24 hours', async () => {
    await stored();
    const text =
      "select expires_at - now() between interval '1439 minutes' and interval '24 hours' as kept from idempotency_keys";
    expect((await pool.query(text)).rows).toEqual([{ kept: true }]);
  });
});

describe('forgetKeys', () => {
  it('forgets those whose time is over, no more than it is asked for', async () => {
    for (const name of ['k1', 'k2', 'k3']) {
      const submission = submissionOf([], {}, name);
      if (submission.idempotency) await records.beginOnce(submission, submission.idempotency);
    }
    await pool.query("update idempotency_keys set expires_at = now() - interval '1 second' where key <> 'k2'");
    expect(await records.forgetKeys(1)).toBe(1);
    expect(await records.forgetKeys(10)).toBe(1);
    expect((await pool.query('select key from idempotency_keys')).rows).toEqual([{ key: 'k2' }]);
    expect((await rows()).requests).toBe(3);
  });
});

describe('a repetition beside an abandon', () => {
  /** Holds the row that both of them need until both wait for it, in this order. */
  async function inOrder<First, Second>(
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> {
    const holder = await pool.connect();
    try {
      await holder.query('begin; select from idempotency_keys for update');
      const one = first();
      await expectLockWaiters(1);
      const other = second();
      await expectLockWaiters(2);
      await holder.query('commit');
      return await Promise.all([one, other]);
    } finally {
      holder.release();
    }
  }

  async function expectLockWaiters(count: number): Promise<void> {
    await expect.poll(() => lockWaiters(pool), { interval: 5, timeout: 5000 }).toBe(count);
  }

  it('is answered with the request, which stays, when it comes first', async () => {
    const first = await stored();
    const [answer, abandoned] = await inOrder(() => keyed(['a']).begin(), first.abandon);
    expect(answer).toEqual(receiptOf(first));
    expect(abandoned).toBe('kept');
    expect(await rows()).toEqual(whole(1));
  });

  it('has to come again when it comes second, and finds the key free', async () => {
    const first = await stored();
    const [abandoned, answer] = await inOrder(first.abandon, () => keyed(['a']).begin());
    expect(abandoned).toBe('abandoned');
    expect(answer).toEqual({ earlier: 'under-way' });
    expect(await rows()).toEqual({ ...nothing, condemned: 1 });
    expect(await keyed(['a']).begin()).toMatchObject({ fence: 1 });
  });

  it('is told the truth in any order, many times', async () => {
    for (let round = 0; round < 40; round += 1) {
      await tables.empty();
      const first = await stored();
      const [answer, abandoned] = await Promise.all([keyed(['a']).begin(), first.abandon()]);
      const isRepeated = 'earlier' in answer && typeof answer.earlier === 'object';
      expect(abandoned).toBe(isRepeated ? 'kept' : 'abandoned');
      expect((await rows()).shown).toBe(isRepeated ? 1 : 0);
    }
  });
});
