import { mkdtemp, readdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import { createObjectKey } from '../../src/platform/objects/object-key.ts';
import { postmasterPid, processesIn, removeDataDirectory } from '../database/data-directory.ts';
import { attachmentOf } from '../support/attachments.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { startReconcile } from './reconcile-process.ts';
import { signal } from './stores.ts';

let directory: string;
let service: ServiceProcess;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reconcile-embedded-'));
  service = startServiceProcess({ env: environment(), cwd: directory });
});

afterEach(async () => {
  await service.destroy();
  const left = await processesIn(directory);
  await removeDataDirectory(directory);
  expect(left).toEqual([]);
});

function environment(): Record<string, string> {
  return { BUCKET_NAME: 'attachments', DATA_DIR: join(directory, 'data') };
}

async function submit(): Promise<number> {
  const parts = [payloadPart(), filePart('a.png', 'the bytes of a')];
  return (await postParts(`${await service.address}/api/v1/commissions`, parts)).status;
}

/** Puts an object without a file record, and makes all objects two days old. */
async function putOrphan(): Promise<string> {
  const objects = createFilesystemObjectStore({ directory: join(directory, 'data/objects'), bucket: 'attachments' });
  const key = createObjectKey('image/png');
  await objects.put(key, attachmentOf('orphan'), { signal });
  await objects.close();
  const content = join(directory, 'data/objects/attachments/content');
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 3600;
  for (const name of await readdir(content, { recursive: true })) {
    await utimes(join(content, name), twoDaysAgo, twoDaysAgo);
  }
  return key;
}

function run(...args: string[]) {
  return startReconcile(args, environment(), directory).ended;
}

const deletedOne = expect.stringContaining('Compared 2 objects with 1 file records. Older than 24 h: 1 objects');

describe('npm run reconcile on the embedded database', () => {
  it('works beside the running service, and leaves it as it is', async () => {
    expect(await submit()).toBe(201);
    const key = await putOrphan();
    const server = await postmasterPid(join(directory, 'data'));
    expect(await run()).toMatchObject({ code: 2, findings: [expect.stringContaining(key)] });
    expect(await run('--delete')).toMatchObject({ code: 0, stderr: deletedOne });
    expect(await postmasterPid(join(directory, 'data'))).toBe(server);
    expect(await submit()).toBe(201);
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  });

  it('starts the server of a stopped service, and stops it again', async () => {
    expect(await submit()).toBe(201);
    service.child.kill('SIGTERM');
    await service.ended;
    await putOrphan();
    expect(await run('--delete')).toMatchObject({ code: 0, stderr: deletedOne });
    expect(await processesIn(directory)).toEqual([]);
  });

  it('takes over the server of a killed service, and stops it', async () => {
    expect(await submit()).toBe(201);
    await service.destroy();
    await putOrphan();
    expect(await run('--delete')).toMatchObject({ code: 0, stderr: deletedOne });
    expect(await processesIn(directory)).toEqual([]);
  });
});
