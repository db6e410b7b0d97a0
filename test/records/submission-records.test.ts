import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Submission } from '../../src/intake/submission/submission.ts';
import { handled } from '../support/handled.ts';
import type { TestRecords } from '../support/open-records.ts';
import { createRecordTables, lockWaiters, type RecordTables } from '../support/record-tables.ts';
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

async function count(table: string, id: string, column = 'request_id'): Promise<number> {
  const result = await pool.query(`select count(*)::int as n from ${table} where ${column} = $1`, [id]);
  return result.rows[0].n;
}

function uploadOf({ id, files }: Submission) {
  return { requestId: id, keys: files.map((file) => file.key), idempotencyKey: null };
}

async function intentOf(id: string) {
  const { rows } = await pool.query('select * from upload_intents where request_id = $1', [id]);
  return rows[0];
}

const isShown = async (id: string) => (await count('submitted_commission_requests', id, 'id')) === 1;
const exists = async (id: string) => (await count('commission_requests', id, 'id')) === 1;

describe('begin', () => {
  it.each([
    { extraIds: [] },
    { extraIds: ['{', '}', ',', '"', '\\', '\\"', 'NULL', 'null', ' ', '\r\n\t', "'", '\u0001', 'ü🐈', 'a","b'] },
  ])('keeps the list of extras as it was submitted: $extraIds', async ({ extraIds }) => {
    const submission = submissionOf([], { extraIds });
    await records.begin(submission);
    const { rows } = await pool.query('select extra_ids from commission_requests where id = $1', [submission.id]);
    expect(rows).toEqual([{ extra_ids: extraIds }]);
  });

  it('leaves no intent behind a submission without files, which is shown at once', async () => {
    const submission = submissionOf([]);
    await records.begin(submission);
    expect(await intentOf(submission.id)).toBeUndefined();
    expect(await isShown(submission.id)).toBe(true);
  });

  it('names every key before the first upload and hides the request until they are stored', async () => {
    const submission = submissionOf(['a', 'b']);
    await records.begin(submission);
    expect(await intentOf(submission.id)).toMatchObject({
      keys: submission.files.map((file) => file.key),
      state: 'PENDING',
      fence: 1,
    });
    expect(await exists(submission.id)).toBe(true);
    expect(await isShown(submission.id)).toBe(false);
  });

  it('links the extras that exist, once each, and keeps the list as it was submitted', async () => {
    await pool.query("insert into commission_extras (id, name) values ('x', 'X'), ('y', 'Y') on conflict do nothing");
    const submission = submissionOf(['a'], { extraIds: ['y', 'none', 'x', 'y'] });
    await records.begin(submission);
    const links = await pool.query(
      'select extra_id from commission_request_extras where request_id = $1 order by extra_id',
      [submission.id],
    );
    expect(links.rows.map((row) => row.extra_id)).toEqual(['x', 'y']);
    const { rows } = await pool.query('select extra_ids from commission_requests where id = $1', [submission.id]);
    expect(rows[0].extra_ids).toEqual(['y', 'none', 'x', 'y']);
  });

  it('makes no link to an extra that is being deleted, and does not fail over it', async () => {
    await pool.query("insert into commission_extras (id) values ('leaving') on conflict do nothing");
    const deleting = await pool.connect();
    try {
      await deleting.query("begin; delete from commission_extras where id = 'leaving'");
      const submission = submissionOf([], { extraIds: ['leaving'] });
      const begun = handled(records.begin(submission));
      await expect.poll(() => lockWaiters(pool), { interval: 5 }).toBe(1);
      await deleting.query('commit');
      await begun;
      expect(await count('commission_request_extras', submission.id)).toBe(0);
      expect(await exists(submission.id)).toBe(true);
    } finally {
      deleting.release();
    }
  });

  it('rejects a second request of the same id and changes nothing', async () => {
    const submission = submissionOf(['a']);
    await records.begin(submission);
    await expect(records.begin(submission)).rejects.toMatchObject({ code: '23505' });
    expect(await count('upload_intents', submission.id)).toBe(1);
  });
});

describe('complete', () => {
  it('stores all file records and ends the intent', async () => {
    const submission = submissionOf(['a', 'b', 'c']);
    const claim = await records.claim(submission);
    expect(await records.complete(claim, submission)).toBe('completed');
    expect(await count('commission_request_files', submission.id)).toBe(3);
    expect(await intentOf(submission.id)).toBeUndefined();
    expect(await isShown(submission.id)).toBe(true);
  });

  it.each([
    ['another holds a higher fence', 'update upload_intents set fence = fence + 1 where request_id = $1'],
    ['the intent is condemned', "update upload_intents set state = 'CONDEMNED' where request_id = $1"],
    ['the intent is gone', 'delete from upload_intents where request_id = $1'],
  ])('inserts nothing when %s', async (_case, meanwhile) => {
    const submission = submissionOf(['a']);
    const claim = await records.claim(submission);
    await pool.query(meanwhile, [submission.id]);
    expect(await records.complete(claim, submission)).toBe('claim-lost');
    expect(await count('commission_request_files', submission.id)).toBe(0);
  });
});

describe('renew', () => {
  it('moves the end of the lease', async () => {
    const submission = submissionOf(['a']);
    const claim = await records.claim(submission);
    const aSecondEarlier =
      "update upload_intents set lease_until = lease_until - interval '1 second' where request_id = $1";
    await pool.query(aSecondEarlier, [submission.id]);
    const before = (await intentOf(submission.id)).lease_until;
    expect(await records.renew(claim)).toBe('renewed');
    const after = (await intentOf(submission.id)).lease_until;
    expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(1000);
  });

  it('tells that the claim is lost', async () => {
    const submission = submissionOf(['a']);
    const claim = await records.claim(submission);
    await records.condemn(uploadOf(submission));
    expect(await records.renew(claim)).toBe('claim-lost');
  });
});

describe('condemn', () => {
  it('removes the record with its links and condemns the intent', async () => {
    await pool.query("insert into commission_extras (id) values ('x') on conflict do nothing");
    const submission = submissionOf(['a'], { extraIds: ['x'] });
    await records.begin(submission);
    await records.condemn(uploadOf(submission));
    expect(await exists(submission.id)).toBe(false);
    expect(await count('commission_request_extras', submission.id)).toBe(0);
    expect(await intentOf(submission.id)).toMatchObject({ state: 'CONDEMNED', fence: 2 });
  });

  it('removes what was completed too, and names its keys again', async () => {
    const submission = submissionOf(['a', 'b']);
    const claim = await records.claim(submission);
    await records.complete(claim, submission);
    await records.condemn(uploadOf(submission));
    expect(await exists(submission.id)).toBe(false);
    expect(await count('commission_request_files', submission.id)).toBe(0);
    expect((await intentOf(submission.id)).keys).toEqual(submission.files.map((file) => file.key));
  });

  it('keeps a begin that arrives after it from leaving anything', async () => {
    const submission = submissionOf(['a']);
    await records.condemn(uploadOf(submission));
    await expect(records.begin(submission)).rejects.toMatchObject({ name: 'NotStoredError', cause: { code: '23505' } });
    expect(await exists(submission.id)).toBe(false);
  });

  it('may be repeated', async () => {
    const submission = submissionOf(['a']);
    await records.begin(submission);
    await records.condemn(uploadOf(submission));
    await records.condemn(uploadOf(submission));
    expect(await intentOf(submission.id)).toMatchObject({ state: 'CONDEMNED' });
  });
});
