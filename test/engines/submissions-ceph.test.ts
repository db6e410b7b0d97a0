import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeSubmissionsOnS3 } from '../contract/submissions-on-s3.ts';
import { startEngineService } from '../support/engine-service.ts';
import { type CephEngine, type PostgresEngine, startCeph, startPostgres } from '../support/engines.ts';
import { expectAllWhole, sendSubmission, shownMessages } from '../support/sent-submission.ts';
import { startSubmissionStream } from '../support/submission-stream.ts';

const mebibyte = 1024 * 1024;

let ceph: CephEngine;
let postgres: PostgresEngine;

beforeAll(async () => {
  postgres = await startPostgres();
  vi.stubEnv('TEST_DATABASE_URL', postgres.databaseUrl);
  ceph = await startCeph();
});

afterAll(async () => {
  await ceph?.stop();
  await postgres?.stop();
});

describeSubmissionsOnS3('Ceph', () => ceph);

describe('Submissions over Ceph', () => {
  it('stay readable byte for byte when one of three disks dies and when it comes back', async () => {
    const service = await startEngineService(ceph);
    const stream = startSubmissionStream(4, (index) =>
      sendSubmission(service, `disk-${index}`, [mebibyte, mebibyte, mebibyte]),
    );
    try {
      await stream.createdMore(10);
      await ceph.killOsd(1);
      await stream.createdMore(30);
      await stream.stop();
      const { created } = stream;
      expect((await shownMessages(service)).sort()).toEqual(created.map(({ message }) => message).sort());
      await expectAllWhole(service, created, service.read);
      await ceph.startOsd(1);
      await expectAllWhole(service, created, service.read);
      expect(await service.unnamedObjects()).toEqual([]);
    } finally {
      await stream.stop();
      await service.close();
    }
  });
});
