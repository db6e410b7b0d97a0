import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineService, startEngineService } from '../support/engine-service.ts';
import type { S3Engine } from '../support/engines.ts';
import { payloadPart, postParts } from '../support/form.ts';
import { digestOf, expectAllWhole, expectWhole, sendSubmission, shownMessages } from '../support/sent-submission.ts';
import { fileRows, requestRow } from '../support/stored-submission.ts';
import { startSubmissionStream } from '../support/submission-stream.ts';
import { weirdFiles } from '../support/weird-files.ts';

const kibibyte = 1024;
const customers = 4;

/** Describes the whole service over any real S3 store. `engine` must run already; the tests stop and start it. */
export function describeSubmissionsOnS3(name: string, engine: () => S3Engine): void {
  describe(`Submissions over ${name}`, () => {
    let service: EngineService;

    beforeAll(async () => {
      service = await startEngineService(engine());
    });

    afterAll(() => service.close());

    it('are stored whole, whatever their files are called and made of', async () => {
      const files = weirdFiles();
      const { status, body } = await postParts(service.endpoint, [payloadPart(), ...files.map(({ part }) => part)]);
      expect({ status, body }).toMatchObject({ status: 201 });
      const { created_at } = await requestRow(service, body.id);
      expect(created_at.toISOString()).toBe(body.createdAt);
      const rows = await fileRows(service, body.id);
      expect(rows.map((row) => row.original_file)).toEqual(files.map((file) => file.name));
      for (const [position, { bytes, type, extension, contentType, contentDisposition }] of files.entries()) {
        const row = rows[position];
        expect(row).toMatchObject({
          position,
          file_type: type,
          file_size: String(bytes.length),
          sha256: digestOf(bytes),
          upload_date: created_at,
        });
        expect(row?.file_key.slice('commissions/'.length + 36)).toBe(`.${extension}`);
        const object = await service.read(row?.file_key ?? '');
        expect(object).toMatchObject({ contentType, contentDisposition });
        expect(object?.bytes.equals(bytes)).toBe(true);
      }
    });

    it('do not get crossed when 32 come at once', async () => {
      const sizes = [70 * kibibyte, 0, 300 * kibibyte];
      const numbers = Array.from({ length: 32 }, (_, number) => number);
      const sent = await Promise.all(numbers.map((number) => sendSubmission(service, `at-once-${number}`, sizes)));
      await expectAllWhole(service, sent, service.read);
      expect((await service.stored()).intents).toBe(0);
      expect(await service.unnamedObjects()).toEqual([]);
    });

    it.each([
      { what: 'the bucket is missing', env: { BUCKET_NAME: 'no-such-bucket' }, answer: '404 NoSuchBucket' },
      {
        what: 'the secret is wrong',
        env: { AWS_SECRET_ACCESS_KEY: 'not-the-secret' },
        answer: '403 SignatureDoesNotMatch',
      },
      { what: 'the access key is unknown', env: { AWS_ACCESS_KEY_ID: 'AKIAUNKNOWN' }, answer: '403' },
    ])('fail whole and tell no credential where $what', async ({ env, answer }) => {
      const failing = await startEngineService(engine(), env);
      try {
        const { status, body } = await sendSubmission(failing, 'fails', [1, 100 * kibibyte]);
        expect({ status, body }).toEqual({
          status: 500,
          body: { error: 'Commission submission failed', message: expect.stringContaining(answer) },
        });
        const { accessKeyId, secretAccessKey } = engine().credentials;
        const words = JSON.stringify([body, failing.logLines]).split(/[^\w:-]+/);
        for (const secret of [accessKeyId, secretAccessKey, 'not-the-secret', 'AKIAUNKNOWN']) {
          expect(words).not.toContain(secret);
        }
        expect(await failing.stored()).toMatchObject({ requests: 0, files: 0, intents: 0, spoolFiles: 0 });
        expect(await failing.condemnedUploads()).toEqual([2]);
        expect(await failing.unnamedObjects()).toEqual([]);
      } finally {
        await failing.close();
      }
    });

    it('fail whole while the store is down and succeed when it is back', async () => {
      const shownBefore = await shownMessages(service);
      const stream = startSubmissionStream(customers, (index) =>
        sendSubmission(service, `around-${index}`, [20 * kibibyte, 200 * kibibyte, 20 * kibibyte]),
      );
      let shown: string[];
      try {
        await stream.createdMore(6);
        await engine().halt();
        try {
          // One more than the number of customers: the last submission was certainly sent while the store was down.
          await stream.failedMore(customers + 1);
          await stream.stop();
          shown = await shownMessages(service);
        } finally {
          await engine().resume();
        }
      } finally {
        await stream.stop();
      }
      const { created, failed } = stream;
      expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([500]));
      expect(shown.sort()).toEqual([...shownBefore, ...created.map(({ message }) => message)].sort());
      expect(await service.stored()).toMatchObject({ requests: shown.length, intents: 0, spoolFiles: 0 });
      expect(await service.condemnedUploads()).toEqual(failed.map(() => 3));

      await expectWhole(service, await sendSubmission(service, 'afterwards', [100 * kibibyte]), service.read);
      await expectAllWhole(service, created, service.read);
      expect(await service.unnamedObjects()).toEqual([]);
    });
  });
}
