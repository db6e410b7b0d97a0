import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { receive } from '../../src/intake/steps/receive.ts';
import type { Submission } from '../../src/intake/submission/submission.ts';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { attachmentOf, stopHalfway } from '../support/attachments.ts';
import {
  expectToGoOn,
  type FaultyService,
  intents,
  nothingStored,
  startFaultyService,
  submissionParts,
  submit,
  submittedRequests,
  wholeSubmission,
} from '../support/faulty-service.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { openRecords, storesOf } from '../support/open-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { submissionOf } from '../support/submission.ts';

const broken = { kind: 'respond', status: 500, code: 'InternalError' } as const;

describe('an S3 store', () => {
  let service: FaultyService;

  beforeAll(async () => {
    service = await startFaultyService();
  });

  afterEach(async () => {
    await service.restore();
    await expectToGoOn(service);
  });

  afterAll(() => service.close());

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('leaves nothing behind when it fails at upload %i of 10', async (call) => {
    service.s3.inject({ operation: 'PUT', call, effect: broken });
    const seenBefore = service.s3.requests.length;
    const { status, body } = await submit(service, 10);
    expect(status).toBe(500);
    expect(body.error).toBe('Commission submission failed');
    expect(body.message).toContain('The object store responded with 500 InternalError: Injected by the');
    expect(await service.stored()).toEqual(nothingStored);
    const seen = service.s3.requests.slice(seenBefore);
    expect(seen.filter(({ operation }) => operation === 'PUT')).toHaveLength(call);
    expect(new Set(seen.filter(({ operation }) => operation === 'DELETE').map(({ key }) => key)).size).toBe(10);
  });

  it('is cleaned up when it stores and then breaks the connection for good', async () => {
    service.s3.inject({ operation: 'PUT', call: 2, times: 2, effect: { kind: 'apply-then-reset' } });
    const { status, body } = await submit(service, 3);
    expect(status).toBe(500);
    expect(body.message).not.toBe('');
    expect(await service.stored()).toEqual(nothingStored);
  });

  it('is asked again when it stores and then breaks the connection once', async () => {
    service.s3.inject({ operation: 'PUT', call: 2, effect: { kind: 'apply-then-reset' } });
    expect((await submit(service, 3)).status).toBe(201);
    expect(await service.stored()).toEqual(wholeSubmission(3));
  });

  it('costs an intent with every key and no request when it is away', async () => {
    service.objectStore.refuse();
    const { status, body } = await submit(service, 2);
    expect(status).toBe(500);
    expect(body.message).toBe(`connect ECONNREFUSED 127.0.0.1:${service.objectStore.port}`);
    expect(await service.stored()).toEqual(nothingStored);
    expect((await intents(service)).map(({ state, keys }) => [state, keys.length])).toEqual([['CONDEMNED', 2]]);
  });

  it('leaves an intent with every key when it refuses a deletion', async () => {
    service.s3.inject({ operation: 'PUT', call: 3, effect: broken });
    service.s3.inject({ operation: 'DELETE', call: 1, effect: { ...broken, status: 503, code: 'SlowDown' } });
    const { status, body } = await submit(service, 3);
    expect(status).toBe(500);
    expect(body.message).toContain('500 InternalError');
    const [intent] = await intents(service);
    expect(intent?.state).toBe('CONDEMNED');
    expect(intent?.keys).toHaveLength(3);
    expect(intent?.keys).toEqual(expect.arrayContaining([...service.s3.objects.keys()]));
    expect(await service.stored()).toEqual({ ...nothingStored, objects: service.s3.objects.size });
    expect(service.logLines).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: expect.stringContaining('not every object could be deleted') }),
    );
  });

  it('loses its objects when the file records are refused', async () => {
    await service.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no room for %', new.position; end $$;
      create trigger refuse before insert on commission_request_files for each row when (new.position = 2)
        execute function refuse()`);
    const { status, body } = await submit(service, 4);
    await service.pool.query('drop function refuse cascade');
    expect(status).toBe(500);
    expect(body.message).toBe('no room for 2');
    expect(await service.stored()).toEqual(nothingStored);
  });

  it('loses its objects when two file records clash', async () => {
    await service.pool.query('create unique index clash on commission_request_files (request_id, original_file)');
    const { status, body } = await postParts(service.endpoint, [
      payloadPart(),
      filePart('same.png', 'one'),
      filePart('same.png', 'other'),
    ]);
    await service.pool.query('drop index clash');
    expect(status).toBe(500);
    expect(body.message).toBe('duplicate key value violates unique constraint "clash"');
    expect(await service.stored()).toEqual(nothingStored);
  });

  it.each([
    { change: 'set fence = fence + 1', by: 'has a new owner' },
    { change: `set state = 'CONDEMNED', condemned_at = now()`, by: 'was condemned' },
  ])('loses its objects when the intent $by during an upload', async ({ change }) => {
    service.objectStore.holdAnswers();
    const answer = submit(service, 2);
    await expect.poll(() => service.s3.objects.size).toBe(1);
    await service.pool.query(`update upload_intents ${change}`);
    await service.objectStore.pass();
    const { status, body } = await answer;
    expect(status).toBe(500);
    expect(body.message).toBe('The upload was given up: its lease had run out');
    expect(await service.stored()).toEqual(nothingStored);
  });

  it('serves others while one upload hangs', async () => {
    service.objectStore.holdAnswers();
    const stuck = submit(service, 1);
    await expect.poll(() => service.s3.objects.size).toBe(1);
    expect((await submit(service, 0)).status).toBe(201);
    expect(await submittedRequests(service)).toBe(1);
    await service.objectStore.pass();
    expect((await stuck).status).toBe(201);
    expect(await submittedRequests(service)).toBe(2);
  });

  describe('whose calls have a deadline', () => {
    let patient: ObjectStore;
    let hasty: ObjectStore;

    beforeAll(() => {
      const { endpoint, region, bucket, credentials } = service.s3;
      const address = { endpoint, region, bucket, credentials, forcePathStyle: true };
      patient = createS3ObjectStore(address);
      hasty = createS3ObjectStore({ ...address, callTimeoutMs: 300 });
    });

    afterAll(() => Promise.all([patient.close(), hasty.close()]));

    it('gives up a hanging upload and cleans up', async () => {
      service.s3.inject({ operation: 'PUT', call: 2, effect: { kind: 'hang' } });
      const failure = await failureOf(service, patient, submissionOf(['one', 'two', 'three']), 1000);
      expect(failure).toBe('Storing an attachment ran into its timeout');
      expect(await service.stored()).toEqual(nothingStored);
    });

    it('gives up a hanging deletion and keeps the intent', async () => {
      service.s3.inject({ operation: 'PUT', call: 2, effect: broken });
      service.s3.inject({ operation: 'DELETE', call: 1, effect: { kind: 'hang' } });
      expect(await failureOf(service, { ...patient, delete: hasty.delete }, submissionOf(['one', 'two']))).toContain(
        '500 InternalError',
      );
      expect((await intents(service)).map(({ state, keys }) => [state, keys.length])).toEqual([['CONDEMNED', 2]]);
      expect((await service.stored()).requests).toBe(0);
    });

    it('names in the journal whatever an upload that was given up stores later', async () => {
      service.s3.inject({ operation: 'PUT', call: 1, effect: { kind: 'hold' } });
      await failureOf(service, patient, submissionOf(['late']), 1000);
      service.s3.release();
      await expect.poll(() => service.s3.objects.size).toBe(1);
      const [intent] = await intents(service);
      expect(intent?.keys).toEqual([...service.s3.objects.keys()]);
    });
  });
});

describe('an S3 store that takes nothing', () => {
  it.each([
    { env: { BUCKET_NAME: 'no-such-bucket' }, text: '404 NoSuchBucket' },
    { env: { AWS_SECRET_ACCESS_KEY: 'a-wrong-secret' }, text: '403 SignatureDoesNotMatch' },
    { env: { AWS_ACCESS_KEY_ID: 'AKIAUNKNOWN' }, text: '403' },
  ])('answers with its $text, keeps no request and tells no secret', async ({ env, text }) => {
    const service = await startFaultyService({ env });
    try {
      const { status, body } = await submit(service, 2);
      expect(status).toBe(500);
      expect(body.message).toContain(text);
      expect(JSON.stringify([body, service.logLines])).not.toMatch(/a-wrong-secret|AKIAUNKNOWN/);
      expect(await service.stored()).toEqual(nothingStored);
      expect((await intents(service)).map(({ state, keys }) => [state, keys.length])).toEqual([['CONDEMNED', 2]]);
      expect((await submit(service, 0)).status).toBe(201);
    } finally {
      await service.close();
    }
  });
});

describe('a filesystem store', () => {
  const empty = { requests: 0, links: 0, files: 0, intents: 0, objectFiles: 0, spoolFiles: 0 };
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.close());

  it.each(['incoming', 'content', 'metadata'])('fails whole with a file in place of its folder "%s"', async (name) => {
    expect((await postParts(service.endpoint, submissionParts(2))).status).toBe(201);
    await service.pool.query('delete from commission_requests');
    const folder = join(service.dataDirectory, 'objects/attachments', name);
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    const { status, body } = await postParts(service.endpoint, submissionParts(2));
    expect(status).toBe(500);
    expect(body.message).toMatch(/^(ENOTDIR|EEXIST)/);
    expect({ ...(await service.stored()), objectFiles: 0 }).toEqual(empty);
    await rm(folder);
    expect((await postParts(service.endpoint, submissionParts(2))).status).toBe(201);
  });

  it('is given up at the deadline when it hangs, and nothing is left', async () => {
    await service.pool.query('truncate commission_requests, upload_intents cascade');
    const directory = join(service.dataDirectory, 'objects');
    await rm(directory, { recursive: true });
    const objects = createFilesystemObjectStore({ directory, bucket: 'attachments' });
    const hanging = attachmentOf('never ends', { read: stopHalfway(() => {}) });
    const submission = submissionOf(['first', 'second']);
    const files = submission.files.map((file) => (file.position === 1 ? { ...file, attachment: hanging } : file));
    const failure = await failureOf(service, objects, { ...submission, files }, 500);
    expect(failure).toMatch(/timeout|aborted/);
    expect(await service.stored()).toEqual(empty);
    await objects.close();
  });
});

describe('a file that a process killed in mid-upload left', () => {
  it('is gone once the lease is over', async () => {
    const service = await startTestService({ TIME_LIMITS: 'putMs=200,leaseMs=300' });
    try {
      const incoming = join(service.dataDirectory, 'objects/attachments/incoming');
      await mkdir(incoming, { recursive: true });
      await writeFile(join(incoming, 'half'), 'x');
      expect(await service.stored()).toMatchObject({ objectFiles: 1 });
      await expect.poll(() => service.stored()).toMatchObject({ objectFiles: 0 });
    } finally {
      await service.close();
    }
  });
});

/** Resolves with the error message of storing the submission. */
async function failureOf(
  service: TestService,
  objects: ObjectStore,
  submission: Submission,
  putMs = 30_000,
): Promise<string> {
  const limits = { leaseMs: 60_000, putMs, attempts: 1, submissionMs: 60_000 };
  const stored = receive(submission, storesOf(openRecords(service.pool), objects), limits);
  return stored.then(
    () => expect.unreachable('it was stored'),
    (error: Error) => error.message,
  );
}
