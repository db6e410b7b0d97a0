import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Submission } from '../../src/intake/submission/submission.ts';
import type { TestRecords } from '../support/open-records.ts';
import { createRecordTables, type RecordTables } from '../support/record-tables.ts';
import { submissionOf } from '../support/submission.ts';
import { deliveryRows, storeChannel } from './rows.ts';

let tables: RecordTables;
let records: TestRecords;

beforeAll(async () => {
  tables = await createRecordTables();
  records = tables.openRecords();
});

afterAll(() => tables.drop());

beforeEach(async () => {
  await tables.empty();
  await tables.pool.query('truncate delivery_channels, deliveries cascade');
});

const requestsTold = async () => (await deliveryRows(tables.pool)).map(({ request_id }) => request_id).sort();

const failedUpload = ({ id, files, idempotency }: Submission) => ({
  requestId: id,
  keys: files.map(({ key }) => key),
  idempotencyKey: idempotency?.key ?? null,
});

describe('a delivery of a new request', () => {
  it('is made by the statement that stores a request without files', async () => {
    const channel = await storeChannel(tables.pool);
    const submission = submissionOf([]);
    await records.begin(submission);
    expect(await deliveryRows(tables.pool)).toMatchObject([
      { channel_id: channel, request_id: submission.id, type: 'request.created', state: 'pending', wait_s: 0 },
    ]);
  });

  it('is made with the last file, not before', async () => {
    await storeChannel(tables.pool);
    const submission = submissionOf(['a', 'b']);
    const claim = await records.claim(submission);
    expect(await requestsTold()).toEqual([]);
    expect(await records.complete(claim, submission)).toBe('completed');
    expect(await requestsTold()).toEqual([submission.id]);
  });

  it('is made for each of many that share a statement, keyed or not, with files or not', async () => {
    await storeChannel(tables.pool);
    const submissions = Array.from({ length: 60 }, (_, index) =>
      submissionOf(index % 3 === 0 ? ['a'] : [], {}, index % 2 === 0 ? `key-${index}` : null),
    );
    const claims = await Promise.all(submissions.map((submission) => records.claim(submission)));
    const withFiles = submissions.flatMap((submission, index) => {
      const claim = claims[index];
      return submission.files.length > 0 && claim ? [{ submission, claim }] : [];
    });
    await Promise.all(withFiles.map(({ claim, submission }) => records.complete(claim, submission)));
    expect(await requestsTold()).toEqual(submissions.map(({ id }) => id).sort());
  });

  it('is made once for a form that is sent again under its key', async () => {
    await storeChannel(tables.pool);
    const first = submissionOf([], {}, 'the-key');
    await records.begin(first);
    await records.begin(submissionOf([], {}, 'the-key'));
    expect(await requestsTold()).toEqual([first.id]);
  });

  it('is made for each channel that wants it, also for one that is held', async () => {
    const wanting = [await storeChannel(tables.pool), await storeChannel(tables.pool, { state: 'held' })];
    await storeChannel(tables.pool, { state: 'disabled' });
    await storeChannel(tables.pool, { state: 'removed' });
    await storeChannel(tables.pool, { types: ['request.erased'] });
    await records.begin(submissionOf([]));
    const told = (await deliveryRows(tables.pool)).map(({ channel_id }) => channel_id);
    expect(told.sort()).toEqual(wanting.sort());
  });

  it('is not made without channels', async () => {
    const submission = submissionOf(['a']);
    await records.begin(submissionOf([]));
    await records.complete(await records.claim(submission), submission);
    expect(await requestsTold()).toEqual([]);
  });

  it('is not made by a claim that was lost', async () => {
    await storeChannel(tables.pool);
    const submission = submissionOf(['a']);
    const claim = await records.claim(submission);
    await records.condemn(failedUpload(submission));
    expect(await records.complete(claim, submission)).toBe('claim-lost');
    expect(await requestsTold()).toEqual([]);
  });

  it('goes with a request that is rolled back', async () => {
    await storeChannel(tables.pool);
    const submission = submissionOf([]);
    await records.begin(submission);
    await records.condemn(failedUpload(submission));
    expect(await requestsTold()).toEqual([]);
  });

  it('goes with a request that arrives behind its condemnation', async () => {
    await storeChannel(tables.pool);
    const submission = submissionOf([]);
    await records.condemn(failedUpload(submission));
    await records.begin(submission);
    await tables.pool.query("update upload_intents set next_attempt_at = now() - interval '1 second'");
    await records.claimDue(10);
    expect(await requestsTold()).toEqual([]);
    const { rows } = await tables.pool.query('select kind from request_events where request_id = $1', [submission.id]);
    expect(rows).toEqual([]);
  });
});
