import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import { startReconcile } from '../reconcile/reconcile-process.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import type { ServiceProcess } from '../support/service-process.ts';

let folder: ServiceFolder;

beforeEach(async () => {
  folder = await makeServiceFolder();
});

afterEach(async () => expect(await folder.remove()).toEqual([]));

async function stop({ child, ended }: ServiceProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** The copy that docs/storage.md describes. */
function copyAll(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

describe('a copy of DATA_DIR', () => {
  it('has requests and attachments, under the same BUCKET_NAME', async () => {
    const first = folder.start();
    const address = await first.address;
    const sent = await postParts(`${address}/api/v1/commissions`, [payloadPart(), filePart('a.png', 'the bytes of a')]);
    expect(sent.status).toBe(201);
    await stop(first);
    const backUp = `${folder.path}/back-up`;
    copyAll(folder.dataDirectory, backUp);
    await rm(folder.dataDirectory, { recursive: true });
    copyAll(backUp, folder.dataDirectory);

    const second = folder.start();
    await second.address;
    expect(await folder.countRequests()).toBe(1);
    const environment = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory };
    const compared = await startReconcile(['--older-than-hours', '0'], environment, folder.path).ended;
    expect(compared).toMatchObject({ code: 0, findings: [] });
    await stop(second);
    expect(await storedTexts(`${folder.dataDirectory}/objects`)).toEqual(['the bytes of a']);
  });
});

async function storedTexts(directory: string): Promise<readonly string[]> {
  const objects = createFilesystemObjectStore({ directory, bucket: 'attachments' });
  const signal = AbortSignal.timeout(10_000);
  const texts: string[] = [];
  for await (const { key } of objects.list({ signal })) {
    const object = await objects.get(key, { signal });
    if (object) texts.push(await text(object.content));
  }
  await objects.close();
  return texts;
}
