import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Claim } from '../../src/intake/journal/intent-journal.ts';
import { beginQuery } from '../../src/intake/records/begin-query.ts';
import { forgetExpiredKeys } from '../../src/intake/records/idempotency-keys.ts';
import type { Submission } from '../../src/intake/submission/submission.ts';
import { handled } from '../support/handled.ts';
import type { TestRecords } from '../support/open-records.ts';
import { createRecordTables, lockWaiters, type RecordTables } from '../support/record-tables.ts';
import { submissionOf } from '../support/submission.ts';

const key = 'one-key';

let tables: RecordTables;
let pool: Pool;
let replicas: readonly [TestRecords, TestRecords];
let records: TestRecords;

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
  begin(by?: TestRecords): ReturnType<TestRecords['begin']>;
  condemn(): ReturnType<TestRecords['condemn']>;
}

function keyed(files: readonly string[], message = 'Two cats', idempotencyKey = key): Keyed {
  const submission = submissionOf(files, { message }, idempotencyKey);
  const keys = submission.files.map((file) => file.key);
  return {
    submission,
    begin: (by = records) => by.begin(submission),
    condemn: () => records.condemn({ requestId: submission.id, keys, idempotencyKey }),
  };
}

async function begun(files: readonly string[] = ['a']): Promise<Keyed & { readonly claim: Claim }> {
  const one = keyed(files);
  return { ...one, claim: await records.claim(one.submission) };
}

async function stored(files: readonly string[] = ['a']) {
  const one = await begun(files);
  if (files.length > 0) expect(await records.complete(one.claim, one.submission)).toBe('completed');
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
  it('answers the same form with the stored request, and stores nothing', async () => {
    const first = await stored(files);
    expect(await rows()).toEqual(whole(files.length));
    for (const replica of replicas) expect(await keyed(files).begin(replica)).toEqual(receiptOf(first));
    expect(await rows()).toEqual(whole(files.length));
  });

  it('is free again when the request has been rolled back', async () => {
    const first = await begun(files);
    expect(await first.condemn()).toBe('condemned');
    expect(await rows()).toEqual({ ...nothing, condemned: 1 });
    expect(await keyed(files).begin()).toMatchObject({ fence: 1 });
  });

  it('begins one request when two replicas are sent it at once, many times', async () => {
    const attempts = Array.from({ length: 20 }, (_, index) => keyed(files).begin(replicas[index % 2]));
    const results = await Promise.all(attempts);
    const [claim, ...others] = results.flatMap((result) => ('fence' in result ? [result.requestId] : []));
    expect(others).toEqual([]);
    const reported = results.flatMap((result) => ('earlier' in result ? [result.earlier] : []));
    for (const earlier of reported) {
      if (earlier !== 'under-way') expect(earlier).toMatchObject({ id: claim });
    }
    const pending = files.length > 0 ? 1 : 0;
    expect(await rows()).toEqual({ ...nothing, requests: 1, shown: 1 - pending, pending, keys: 1 });
  });

  it('keeps a request that a repetition was answered with from being rolled back', async () => {
    const first = await stored(files);
    await keyed(files).begin();
    expect(await first.condemn()).toBe('kept');
    expect(await rows()).toEqual(whole(files.length));
    expect(await records.claimDue(10)).toEqual([]);
  });

  it('is rolled back with a whole request, as long as no repetition was answered with it', async () => {
    const first = await stored(files);
    expect(await first.condemn()).toBe('condemned');
    expect(await rows()).toEqual({ ...nothing, condemned: 1 });
    expect(await first.condemn()).toBe('condemned');
    expect(await rows()).toEqual({ ...nothing, condemned: 1 });
  });

  it('is rolled back with the request of a statement that is still being carried out', async () => {
    const first = keyed(files);
    const beginning = await pool.connect();
    try {
      await beginning.query('begin');
      await beginning.query(beginQuery([first.submission], 60_000));
      const rolledBack = handled(first.condemn());
      await expect.poll(() => lockWaiters(pool), { interval: 5 }).toBe(1);
      expect(await keyed(files).begin()).toEqual({ earlier: 'under-way' });
      await beginning.query('commit');
      expect(await rolledBack).toBe('condemned');
    } finally {
      beginning.release();
    }
    expect(await rows()).toEqual({ ...nothing, condemned: 1 });
  });
});

describe('a key with files', () => {
  it('hides its request until it is complete, and says that it is under way', async () => {
    const { claim, submission } = await begun(['a']);
    expect(await keyed(['a']).begin()).toEqual({ earlier: 'under-way' });
    expect(await rows()).toEqual({ ...nothing, requests: 1, pending: 1, keys: 1 });
    expect(await records.complete(claim, submission)).toBe('completed');
    expect(await rows()).toEqual(whole(1));
  });

  it('is free again when the lease of its owner has run out', async () => {
    const first = await begun(['a']);
    await expireLeases();
    expect(await records.claimDue(10)).toHaveLength(1);
    const second = await stored(['a']);
    expect(await records.complete(first.claim, first.submission)).toBe('claim-lost');
    expect(await keyed(['a']).begin()).toEqual(receiptOf(second));
    expect(await rows()).toEqual({ ...whole(1), condemned: 1 });
  });

  it('keeps a begin that arrives after its roll back from leaving anything', async () => {
    const late = keyed(['a']);
    expect(await late.condemn()).toBe('condemned');
    await expect(late.begin()).rejects.toMatchObject({ name: 'NotStoredError', cause: { code: '23505' } });
    expect(await rows()).toEqual({ ...nothing, condemned: 1 });
    await stored(['a']);
  });
});

describe('a key without files', () => {
  it('needs one statement and no intent', async () => {
    await begun([]);
    expect(await rows()).toEqual(whole(0));
  });

  it('hides a begin that arrives after its roll back until it is swept', async () => {
    const late = keyed([]);
    expect(await late.condemn()).toBe('condemned');
    await late.begin();
    expect(await rows()).toMatchObject({ requests: 1, shown: 0 });
    expect(await keyed([]).begin()).toEqual({ earlier: 'under-way' });
    await pool.query('update upload_intents set next_attempt_at = now()');
    await records.claimDue(10);
    expect(await keyed([]).begin()).toMatchObject({ fence: 1 });
    expect(await rows()).toMatchObject({ requests: 1, shown: 1 });
  });
});

describe('submissions with keys that come together', () => {
  const together = (count: number) =>
    Array.from({ length: count }, (_, index) => keyed(index % 3 ? [] : ['a'], 'Two cats', `key ${index}`));

  it('are begun by one statement, beside those without a key', async () => {
    const connect = vi.spyOn(pool, 'connect');
    const all = [...together(30).map(({ submission }) => submission), submissionOf([]), submissionOf(['a'])];
    await Promise.all(all.map((submission) => records.begin(submission)));
    expect(connect).toHaveBeenCalledTimes(1);
    connect.mockRestore();
    expect(await rows()).toMatchObject({ requests: 32, keys: 30, pending: 11 });
  });

  it('are answered with their requests by one statement to begin and one to look', async () => {
    const all = together(30).filter(({ submission }) => submission.files.length === 0);
    await Promise.all(all.map((one) => one.begin()));
    const connect = vi.spyOn(pool, 'connect');
    const query = vi.spyOn(pool, 'query');
    const answers = await Promise.all(
      all.map((one) => records.begin({ ...keyed([], 'Two cats').submission, idempotency: one.submission.idempotency })),
    );
    expect([connect.mock.calls.length, query.mock.calls.length]).toEqual([2, 1]);
    connect.mockRestore();
    query.mockRestore();
    expect(answers).toEqual(all.map(receiptOf));
  });

  it.each([{ files: [] as string[] }, { files: ['a'] }])(
    'tell two forms of one key apart, with $files.length files',
    async ({ files }) => {
      const first = await stored(files);
      const forms = ['Two cats', 'A dog', 'Two cats', 'A horse'];
      const answers = await Promise.all(forms.map((message) => keyed(files, message).begin()));
      const other = { earlier: 'other-form' };
      expect(answers).toEqual([receiptOf(first), other, receiptOf(first), other]);
      expect(await rows()).toEqual(whole(files.length));
    },
  );

  it('tell two new forms of one key apart', async () => {
    const forms = [keyed([], 'Two cats'), keyed([], 'A dog'), keyed([], 'A horse')];
    const answers = await Promise.all(forms.map((form) => form.begin()));
    expect(answers.filter((answer) => 'fence' in answer)).toHaveLength(1);
    expect(answers.filter((answer) => 'earlier' in answer && answer.earlier === 'other-form')).toHaveLength(2);
    expect(await rows()).toEqual(whole(0));
  });

  it('do not wait for a key that a statement of another replica holds', async () => {
    const busy = keyed([]);
    const beginning = await pool.connect();
    try {
      await beginning.query('begin');
      await beginning.query(beginQuery([busy.submission], 60_000));
      const results = await Promise.all([keyed([]), ...together(20)].map((one) => one.begin()));
      expect(results[0]).toEqual({ earlier: 'under-way' });
      expect(results.filter((result) => 'fence' in result)).toHaveLength(20);
    } finally {
      await beginning.query('rollback');
      beginning.release();
    }
    expect(await keyed([]).begin()).toMatchObject({ fence: 1 });
  });

  it('do not wait for a key whose row somebody has locked', async () => {
    const first = await stored([]);
    const holder = await pool.connect();
    try {
      await holder.query('begin; select from idempotency_keys for update');
      expect(await keyed([]).begin()).toEqual({ earlier: 'under-way' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await keyed([]).begin()).toEqual(receiptOf(first));
  });

  it('never deadlock, whatever the order of their keys on two replicas', async () => {
    for (let round = 0; round < 20; round += 1) {
      await tables.empty();
      const all = together(40);
      const again = together(40).reverse();
      const results = await Promise.all([
        ...all.map((one) => one.begin(replicas[0])),
        ...again.map((one) => one.begin(replicas[1])),
      ]);
      expect(results.filter((result) => 'fence' in result)).toHaveLength(40);
      expect(await rows()).toMatchObject({ requests: 40, keys: 40 });
    }
  });

  it('fail one by one: what is rejected of one is stored of the others', async () => {
    const bad = keyed([], 'Two cats', 'key of the bad one').submission;
    const all = together(20);
    const outcomes = await Promise.allSettled([
      records.begin({ ...bad, client: { ipAddress: '\0', userAgent: null, language: null } }),
      ...all.map((one) => one.begin()),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...all.map(() => 'fulfilled')]);
    expect(await rows()).toMatchObject({ requests: 20, keys: 20 });
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
    expect(await first.condemn()).toBe('condemned');
  });

  it('stands for a new request after its time', async () => {
    const first = await stored();
    await expireKeys();
    const second = await stored(['b']);
    expect(await rows()).toEqual({ ...whole(2), requests: 2, shown: 2 });
    expect(await keyed(['b']).begin()).toEqual(receiptOf(second));
    // It is no longer known whether a repetition received this request's receipt, so the request is kept.
    expect(await first.condemn()).toBe('kept');
  });

  it('is free again when its request has been deleted', async () => {
    await stored();
    await pool.query('delete from commission_requests');
    expect(await keyed(['a']).begin()).toMatchObject({ fence: 1 });
    expect(await rows()).toEqual({ ...nothing, requests: 1, pending: 1, keys: 1 });
  });

  it('is kept for 24 hours', async () => {
    await stored();
    const text =
      "select expires_at - now() between interval '1439 minutes' and interval '24 hours' as kept from idempotency_keys";
    expect((await pool.query(text)).rows).toEqual([{ kept: true }]);
  });
});

describe('forgetExpiredKeys', () => {
  it('forgets those whose time is over', async () => {
    for (const name of ['k1', 'k2', 'k3']) await keyed([], 'Two cats', name).begin();
    await pool.query("update idempotency_keys set expires_at = now() - interval '1 second' where key <> 'k2'");
    await forgetExpiredKeys(pool, new AbortController().signal);
    expect((await pool.query('select key from idempotency_keys')).rows).toEqual([{ key: 'k2' }]);
    expect((await rows()).requests).toBe(3);
  });

  it('forgets more than one batch of them', async () => {
    await begun([]);
    await pool.query(`
      with more as (
        insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
        select gen_random_uuid(), now(), 'NEW', '', '', '', '{}' from generate_series(1, 2500) returning id
      )
      insert into idempotency_keys (key, fingerprint, request_id, expires_at) select id::text, '', id, now() from more`);
    await forgetExpiredKeys(pool, new AbortController().signal);
    expect((await rows()).keys).toBe(1);
  });
});

describe('a repetition beside a roll back', () => {
  it('gets the true answer in any order, many times', async () => {
    for (let round = 0; round < 40; round += 1) {
      await tables.empty();
      const first = await stored();
      const [answer, rolledBack] = await Promise.all([keyed(['a']).begin(), first.condemn()]);
      const isRepeated = 'earlier' in answer && typeof answer.earlier === 'object';
      expect(rolledBack).toBe(isRepeated ? 'kept' : 'condemned');
      expect((await rows()).shown).toBe(isRepeated ? 1 : 0);
    }
  });
});
