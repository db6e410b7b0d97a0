import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { expectReadiness, ready } from '../support/readiness.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

let folder: ServiceFolder;
let database: TestDatabase;
let s3: S3Server;

beforeAll(async () => {
  database = await createTestDatabase();
  s3 = await startS3Server();
});

afterAll(async () => {
  await s3.close();
  await database.drop();
});

beforeEach(async () => {
  folder = await makeServiceFolder();
});

afterEach(async () => {
  expect(await folder.remove()).toEqual([]);
});

/** Returns the warnings, except the one about an old Node. */
function warningsOf({ log }: ServiceProcess): string[] {
  const messages = log.filter(({ level }) => level === 'warn').map(({ msg }) => msg);
  return messages.filter((message) => !message.startsWith('Node.js'));
}

/**
 * Expects that the service listens, logs the problem in one warning, and repeats it without the remedy in the line with
 * the address.
 */
async function expectWarning(service: ServiceProcess, what: string, remedy: string): Promise<void> {
  const address = await service.address;
  expect(warningsOf(service)).toEqual([`${what}: ${remedy}`]);
  expect(service.log.map(({ msg }) => msg)).toContain(`Listening on ${address}, not ready: ${what}`);
}

describe('a start beside a database', () => {
  it.each([
    {
      situation: 'BUCKET_NAME is missing',
      env: () => ({ BUCKET_NAME: '' }),
      what: 'BUCKET_NAME is not set',
      remedy: 'set it to the bucket for the attachments; until then every submission fails with 500',
    },
    {
      situation: 'the bucket does not exist',
      env: () => ({ ...s3Environment(s3), BUCKET_NAME: 'commissions' }),
      what: 'The bucket `commissions` does not exist',
      remedy: 'create it, or set BUCKET_NAME to one that does',
    },
    {
      situation: 'the access key is unknown',
      env: () => ({ ...s3Environment(s3), AWS_ACCESS_KEY_ID: 'nobody' }),
      what: 'The object store rejects the credentials',
      remedy: 'correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    },
    {
      situation: 'the secret key is wrong',
      env: () => ({ ...s3Environment(s3), AWS_SECRET_ACCESS_KEY: 'guessed' }),
      what: 'The object store rejects the credentials',
      remedy: 'correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    },
    {
      situation: 'the region is wrong',
      env() {
        const effect = { kind: 'respond', status: 301, code: 'PermanentRedirect' } as const;
        s3.inject({ operation: 'LIST', call: 1, effect });
        return s3Environment(s3);
      },
      what: 'The bucket is in another region',
      remedy: 'set AWS_REGION to that of the bucket',
    },
    {
      situation: 'nothing listens at the endpoint',
      env: () => ({ ...s3Environment(s3), AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }),
      what: 'The object store at 127.0.0.1:1 cannot be reached',
      remedy: 'start it, or correct AWS_ENDPOINT_URL_S3 and AWS_REGION',
    },
    {
      situation: 'nothing listens at the address of the database',
      env: () => ({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' }),
      what: 'The database cannot be reached',
      remedy: 'start it, or correct the host and port in DATABASE_URL',
    },
    {
      situation: 'the database user does not exist',
      env: () => ({ DATABASE_URL: database.url.replace('postgres@', 'nobody@') }),
      what: 'The database rejects the user or the password',
      remedy: 'correct them in DATABASE_URL, or let the user in (pg_hba.conf)',
    },
    {
      situation: 'the database does not exist',
      env: () => ({ DATABASE_URL: database.url.replace(/test_\w+/, 'nowhere') }),
      what: 'The database does not exist',
      remedy: 'create it, or correct its name at the end of DATABASE_URL',
    },
    {
      situation: 'the session is read-only',
      env: () => ({ DATABASE_URL: `${database.url}&options=-c%20default_transaction_read_only%3Don` }),
      what: 'The database is read-only, or a standby',
      remedy: 'switch default_transaction_read_only off there, or set DATABASE_URL to a server that takes writes',
    },
  ])('says in one warning what to do when $situation', async ({ env, what, remedy }) => {
    const service = folder.start({ DATABASE_URL: database.url, ...env() });
    await expectWarning(service, what, remedy);
  });

  it('warns of the findings of the quick checks once it takes commissions, with the command that fixes them', async () => {
    const file = join(folder.path, '.env');
    await writeFile(file, 'SMTP_URL=smtp://artist:pa55word@127.0.0.1\nMAIL_FROM=studio@example.org\n');
    await chmod(file, 0o644);
    const service = folder.start({ DATABASE_URL: database.url });
    await service.address;
    await expect.poll(() => warningsOf(service)).toEqual([expect.stringMatching(/\.env.*: chmod o= \/.*\/\.env$/)]);
    const messages = service.log.map(({ msg }) => msg);
    const ready = messages.findIndex((message) => message.startsWith('Ready for commissions'));
    expect(messages.findIndex((message) => message.includes('chmod'))).toBeGreaterThan(ready);
    expect(ready).not.toBe(-1);
  });

  it('becomes ready by itself, and says so once, when the database comes up after it', async () => {
    const proxy = await startTcpProxy({ path: `${socketDirectory()}/.s.PGSQL.5432` });
    proxy.refuse();
    const service = folder.start({ DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/${databaseName()}` });
    try {
      await expectWarning(
        service,
        'The database cannot be reached',
        'start it, or correct the host and port in DATABASE_URL',
      );
      await proxy.pass();
      // The readiness is logged although no client requests it.
      const messages = () => service.log.map(({ msg }) => msg).filter((msg) => /^Ready/.test(msg));
      await expect.poll(messages).toEqual(['Ready for commissions']);
      await expectReadiness({ address: await service.address }, ready);
      expect(messages()).toEqual(['Ready for commissions']);
    } finally {
      await service.destroy();
      await proxy.close();
    }
  });
});

function databaseName(): string {
  return /\/(test_\w+)/.exec(database.url)?.[1] ?? '';
}

function socketDirectory(): string {
  return new URL(database.url.replace('@/', '@localhost/')).searchParams.get('host') ?? '';
}
