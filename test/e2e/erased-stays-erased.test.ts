import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandEnding, runCommand } from '../support/command.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';

let folder: ServiceFolder;
let backups: string;

beforeEach(async () => {
  folder = await makeServiceFolder();
  backups = join(folder.path, 'backups');
});

afterEach(async () => expect(await folder.remove()).toEqual([]));

type Environment = Record<string, string>;
const run = (env: Environment, ...args: string[]): Promise<CommandEnding> =>
  runCommand(args, { env, cwd: folder.path });

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
  let own: Environment;
  let fresh: Environment;

  beforeEach(async () => {
    own = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory };
    fresh = { BUCKET_NAME: 'attachments', DATA_DIR: join(folder.path, 'fresh') };
    await eraseAfterBackup(own);
  });

  it('leads a restore to the receipts of the bucket before', async () => {
    const { code, stdout } = await run(fresh, 'restore', backups, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { requests: 0, erased: 1, erasuresUnknown: false }]);
  });

  it('is restored without that bucket too, and the result says what is unknown', async () => {
    await rename(folder.dataDirectory, join(folder.path, 'moved'));
    expect(await run(fresh, 'restore', backups)).toMatchObject({ code: 0, stdout: unknown });
    await rm(join(folder.path, 'fresh'), { recursive: true });
    const moved = join(folder.path, 'moved', 'objects', 'attachments');
    const restored = await run(fresh, 'restore', backups, '--erased-in', moved);
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Erased since the back-up') });
    expect(restored.stdout).not.toContain('unknown');
  });

  it('is restored where that bucket cannot be read', async () => {
    const receipts = join(folder.dataDirectory, 'objects', 'attachments', 'erasures');
    await rm(receipts, { recursive: true });
    await writeFile(receipts, '');
    const { code, stdout } = await run(fresh, 'restore', backups, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { requests: 1, erasuresUnknown: true }]);
  });

  it('is not restored beside a folder that is no bucket', async () => {
    for (const path of ['', 'objects', 'objects/attachments/erasures']) {
      const wrong = join(folder.dataDirectory, path);
      expect(await run(fresh, 'restore', backups, '--erased-in', wrong)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(`${wrong} is not a bucket: name the folder DATA_DIR/objects/<BUCKET_NAME>`),
      });
    }
  });
});

describe('a back-up of a bucket in S3', () => {
  let store: S3Server;

  beforeEach(async () => {
    store = await startS3Server();
    await eraseAfterBackup({ ...s3Environment(store), DATA_DIR: folder.dataDirectory });
  });

  afterEach(() => store.close());

  it('leads a restore to the receipts of the bucket before', async () => {
    const fresh = { ...s3Environment(store), OBJECT_STORE: 'filesystem', DATA_DIR: join(folder.path, 'fresh') };
    const { code, stdout } = await run(fresh, 'restore', backups, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { requests: 0, erased: 1, erasuresUnknown: false }]);
  });

  it('is restored without that bucket too, and the result says what is unknown', async () => {
    const closed = { ...s3Environment(store), AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' };
    const fresh = { ...closed, OBJECT_STORE: 'filesystem', DATA_DIR: join(folder.path, 'fresh') };
    expect(await run(fresh, 'restore', backups)).toMatchObject({ code: 0, stdout: unknown });
  });
});
