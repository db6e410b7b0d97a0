import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandEnding } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { runOwnCommand } from '../support/own-command.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';

let folder: ServiceFolder;
let backups: string;

let databases: TestDatabase[];

beforeAll(async () => {
  folder = await makeServiceFolder();
  databases = [];
});

afterAll(async () => {
  const left = await folder.remove();
  for (const database of databases) await database.drop();
  expect(left).toEqual([]);
});

/** Resolves with the environment of a service that has stored nothing yet. */
async function empty(): Promise<Environment> {
  const database = await createTestDatabase();
  databases.push(database);
  const DATA_DIR = join(folder.path, `data-${databases.length}`);
  return { BUCKET_NAME: 'attachments', DATABASE_URL: database.url, DATA_DIR };
}

type Environment = Record<string, string>;
const run = (env: Environment, ...args: string[]): Promise<CommandEnding> =>
  runOwnCommand(args, { env, cwd: folder.path });

/** Makes a service with one request that is erased after its back-up. */
async function eraseAfterBackup(env: Environment): Promise<void> {
  const service = folder.start(env);
  const address = await service.address;
  expect((await postParts(`${address}/api/v1/commissions`, [payloadPart(), filePart('a', 'a')])).status).toBe(201);
  expect(await run(env, 'backup', backups)).toMatchObject({ code: 0 });
  expect(await run(env, 'requests', 'erase', '--email', 'zoe@example.org', '--yes')).toMatchObject({ code: 0 });
  service.child.kill('SIGTERM');
  await service.ended;
}

const unknown = expect.stringContaining('Erasures after the newest back-up are unknown');

describe('a back-up of a bucket of files', () => {
  let data: string;

  beforeAll(async () => {
    backups = join(folder.path, 'backups-of-files');
    const own = await empty();
    data = own.DATA_DIR ?? '';
    await eraseAfterBackup(own);
  });

  it('leads a restore to the receipts of the bucket before', async () => {
    const { code, stdout } = await run(await empty(), 'restore', backups, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { requests: 0, erased: 1, erasuresUnknown: false }]);
  });

  it('is restored without that bucket too, and the result says what is unknown', async () => {
    await rename(data, join(folder.path, 'moved'));
    expect(await run(await empty(), 'restore', backups)).toMatchObject({ code: 0, stdout: unknown });
    const moved = join(folder.path, 'moved', 'objects', 'attachments');
    const restored = await run(await empty(), 'restore', backups, '--erased-in', moved);
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Erased since the back-up') });
    expect(restored.stdout).not.toContain('unknown');
    await rename(join(folder.path, 'moved'), data);
  });

  it('is not restored beside a folder that is no bucket', async () => {
    const fresh = await empty();
    for (const path of ['', 'objects', 'objects/attachments/erasures']) {
      const wrong = join(data, path);
      expect(await run(fresh, 'restore', backups, '--erased-in', wrong)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(`${wrong} is not a bucket: name the folder DATA_DIR/objects/<BUCKET_NAME>`),
      });
    }
  });

  it('is restored where that bucket cannot be read', async () => {
    const receipts = join(data, 'objects', 'attachments', 'erasures');
    await rm(receipts, { recursive: true });
    await writeFile(receipts, '');
    const { code, stdout } = await run(await empty(), 'restore', backups, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { requests: 1, erasuresUnknown: true }]);
  });
});

describe('a back-up of a bucket in S3', () => {
  let store: S3Server;

  beforeAll(async () => {
    backups = join(folder.path, 'backups-of-s3');
    store = await startS3Server();
    await eraseAfterBackup({ ...(await empty()), ...s3Environment(store) });
  });

  afterAll(() => store.close());

  it('leads a restore to the receipts of the bucket before', async () => {
    const fresh = {
      ...s3Environment(store),
      ...(await empty()),
      BUCKET_NAME: store.bucket,
      OBJECT_STORE: 'filesystem',
    };
    const { code, stdout } = await run(fresh, 'restore', backups, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { requests: 0, erased: 1, erasuresUnknown: false }]);
  });

  it('is restored without that bucket too, and the result says what is unknown', async () => {
    const closed = { ...s3Environment(store), AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' };
    const fresh = { ...closed, ...(await empty()), BUCKET_NAME: store.bucket, OBJECT_STORE: 'filesystem' };
    expect(await run(fresh, 'restore', backups)).toMatchObject({ code: 0, stdout: unknown });
  });
});
