import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { randomAttachment } from '../support/attachments.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

const moreThanConnections = 70;

let server: S3Server;
let store: ObjectStore;
let uploads: Promise<unknown>;

beforeEach(async () => {
  server = await startS3Server();
  store = createS3ObjectStore({ ...server, forcePathStyle: true });
});

afterEach(async () => {
  await store.close();
  await uploads;
  await server.close();
});

function startUploads(): void {
  const { signal } = new AbortController();
  const attachment = randomAttachment(1000);
  const puts = Array.from({ length: moreThanConnections }, () =>
    store.put(createObjectKey('image/png'), attachment, { signal }),
  );
  uploads = Promise.allSettled(puts);
}

describe('an S3 store with all its connections in use', () => {
  it('lists and deletes while uploads wait for a connection', async () => {
    server.inject({ operation: 'PUT', call: 1, times: moreThanConnections, effect: { kind: 'hang' } });
    startUploads();
    await expect.poll(() => server.requests.length).toBe(64);
    const signal = AbortSignal.timeout(20_000);
    for await (const entry of store.list({ signal })) expect(entry).toBeUndefined();
    await store.delete(createObjectKey('image/png'), { signal });
  });

  it('stores, lists and deletes while slow readers have all connections for downloads', async () => {
    uploads = Promise.resolve();
    const signal = AbortSignal.timeout(20_000);
    const key = createObjectKey('image/png');
    await store.put(key, randomAttachment(8 * 1024 * 1024), { signal });
    const readers = new AbortController();
    const reads = Array.from({ length: moreThanConnections }, () => store.get(key, { signal: readers.signal }));
    const read = Promise.allSettled(reads);
    const readsAtStore = () => server.requests.filter(({ operation }) => operation === 'GET').length;
    await expect.poll(readsAtStore).toBe(32);
    await store.put(createObjectKey('image/png'), randomAttachment(1000), { signal });
    await store.ping({ signal });
    await store.delete(key, { signal });
    expect(readsAtStore()).toBe(32);
    readers.abort();
    await read;
  });
});
