import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/configuration/read-config.ts';
import { examine } from '../../src/doctor/examine.ts';
import { bucketChecks, createPoolOpener } from '../../src/process/doctor/store-checks.ts';
import { withReleases } from '../../src/process/program/releases.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { startTestService } from '../support/service.ts';

const limitMs = 60_000;
const log = pino({ level: 'silent' });

/** Resolves with the report of `bucket.restored` for a service with this environment. */
function examineRestored(env: Readonly<Record<string, string>>) {
  const config = readConfig({ BUCKET_NAME: 'attachments', ...env });
  return withReleases(log, async (releases) => {
    const checks = bucketChecks(config, releases, createPoolOpener(config, log, releases));
    const check = checks.find(({ name }) => name === 'bucket.restored');
    return check && examine(check, { limitMs, signal: new AbortController().signal });
  });
}

describe('the doctor of a restore', () => {
  it('finds a database that was restored without its objects', async () => {
    const service = await startTestService();
    const env = { DATABASE_URL: service.databaseUrl };
    try {
      expect((await postParts(service.endpoint, [payloadPart(), filePart('a.png', 'a')])).status).toBe(201);
      const other = join(service.dataDirectory, 'other');
      expect(await examineRestored({ ...env, DATA_DIR: other })).toMatchObject({
        findings: [
          {
            verdict: 'wrong',
            found: expect.stringMatching(/^Half a restore: the bucket `attachments` has none of the newest objects/),
            remedy: 'Restore the objects, or set BUCKET_NAME to their bucket',
          },
        ],
      });
      await cp(join(service.dataDirectory, 'objects'), join(other, 'objects'), { recursive: true });
      expect(await examineRestored({ ...env, DATA_DIR: other })).toMatchObject({ verdict: 'ok' });
    } finally {
      await service.close();
    }
  });

  it('leaves a database that cannot be reached to its own checks', async () => {
    const report = await examineRestored({
      DATABASE_URL: 'postgres://me@127.0.0.1:1/none',
      DATA_DIR: '/nothing-there',
    });
    expect(report).toMatchObject({ verdict: 'skipped' });
  });
});
