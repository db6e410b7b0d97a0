import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { advanceClock, atOneMoment } from '../support/clock.ts';
import { startFaultyService, submit } from '../support/faulty-service.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { askReadiness, expectReadiness, notReady, readinessLog, ready } from '../support/readiness.ts';
import { startTestService, type TestService } from '../support/service.ts';

const parts = [payloadPart(), filePart('a.png', 'the bytes of a')];

async function inDatabase({ pool }: TestService, statement: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set default_transaction_read_only = off');
    await client.query(statement);
  } finally {
    client.release(true);
  }
}

/** Ends the sessions, so that the next session has the current settings. */
async function endSessions({ pool }: TestService): Promise<void> {
  await pool.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}

describe('a service', () => {
  it('is not ready while its database is read-only', async () => {
    const service = await startTestService();
    try {
      expect(await askReadiness(service)).toEqual(ready);
      const { rows } = await service.pool.query('select current_database() as name');
      await inDatabase(service, `alter database ${rows[0].name} set default_transaction_read_only = on`);
      await endSessions(service);
      await expectReadiness(service, notReady('database'));
      expect((await postParts(service.endpoint, parts)).status).toBe(500);
      await inDatabase(service, `alter database ${rows[0].name} reset default_transaction_read_only`);
      await endSessions(service);
      await expectReadiness(service, ready);
      expect((await postParts(service.endpoint, parts)).status).toBe(201);
      const messages = readinessLog(service).filter((message) => /read-only|^Ready/.test(message));
      expect(messages).toEqual([
        expect.stringMatching(
          /^The database is read-only, or a standby: switch default_transaction_read_only off there/,
        ),
        'Ready for commissions',
      ]);
    } finally {
      await service.close();
    }
  });

  it('writes one row at most in five seconds, however often it is asked', async () => {
    const service = await startTestService();
    const writtenAt = async () => (await service.pool.query('select written_at from readiness_probe')).rows;
    try {
      let first: unknown;
      await atOneMoment(async () => {
        await askReadiness(service);
        first = await writtenAt();
        expect(first).toHaveLength(1);
        await Promise.all(Array.from({ length: 50 }, () => askReadiness(service)));
        expect(await writtenAt()).toEqual(first);
      });
      advanceClock(5000);
      await askReadiness(service);
      const second = await writtenAt();
      expect(second).toHaveLength(1);
      expect(second).not.toEqual(first);
    } finally {
      await service.close();
    }
  });

  it('stays ready while a back-up reads its tables', async () => {
    const service = await startTestService();
    const backUp = await service.pool.connect();
    try {
      await askReadiness(service);
      await backUp.query('begin; select from readiness_probe');
      const { rows: before } = await service.pool.query('select written_at from readiness_probe');
      advanceClock(5000);
      expect(await askReadiness(service)).toEqual(ready);
      expect((await service.pool.query('select written_at from readiness_probe')).rows).not.toEqual(before);
    } finally {
      backUp.release(true);
      await service.close();
    }
  });

  it('is not ready while its last submissions all failed on the bucket, although the bucket responds', async () => {
    const service = await startFaultyService();
    try {
      service.s3.inject({
        operation: 'PUT',
        call: 1,
        times: 5,
        effect: { kind: 'respond', status: 403, code: 'AccessDenied' },
      });
      for (let count = 0; count < 4; count++) expect((await submit(service, 1)).status).toBe(500);
      expect(await askReadiness(service)).toEqual(ready);
      expect((await submit(service, 1)).status).toBe(500);
      await expectReadiness(service, notReady('object store'));
      expect(readinessLog(service)).toContain(
        'The last submissions failed. The credentials give no right to the bucket `attachments`: ' +
          'allow them to list, read, write and delete in it, or set BUCKET_NAME to another',
      );
      expect((await submit(service, 1)).status).toBe(201);
      await expectReadiness(service, ready);
    } finally {
      await service.close();
    }
  });

  it('is not ready on a database that was restored without its objects, until they are there', async () => {
    const original = await startTestService();
    let half: TestService | null = null;
    try {
      expect((await postParts(original.endpoint, parts)).status).toBe(201);
      const url = original.databaseUrl;
      half = await startTestService({}, async () => url);
      expect(await askReadiness(half)).toEqual(notReady('object store'));
      expect(readinessLog(half)).toEqual([
        'Half a restore: the bucket `attachments` has none of the newest objects that the database names: ' +
          'restore the objects, or set BUCKET_NAME to their bucket',
      ]);
      await cp(join(original.dataDirectory, 'objects'), join(half.dataDirectory, 'objects'), { recursive: true });
      await expectReadiness(half, ready);
      expect(readinessLog(half).at(-1)).toBe('Ready for commissions');
    } finally {
      await half?.close();
      await original.close();
    }
  });
});
