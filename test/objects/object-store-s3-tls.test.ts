import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer, type Server } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { randomAttachment } from '../support/attachments.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { tlsCertificate, tlsKey } from '../support/tls-certificate.ts';

describe('The S3 store over TLS', () => {
  const { signal } = new AbortController();
  const key = createObjectKey('image/png');
  let server: S3Server;
  let front: Server;
  let store: ObjectStore;

  beforeEach(async () => {
    server = await startS3Server();
    const port = Number(new URL(server.endpoint).port);
    front = createServer({ key: tlsKey, cert: tlsCertificate }, (client) => {
      const behind = connect(port, '127.0.0.1');
      pipeline(client, behind, client, () => {});
    }).listen(0, '127.0.0.1');
    await once(front, 'listening');
    const endpoint = `https://127.0.0.1:${(front.address() as AddressInfo).port}`;
    store = createS3ObjectStore({ ...server, endpoint, forcePathStyle: true });
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await store.close();
    front.close();
    await once(front, 'close');
    await server.close();
  });

  it.each([65_536, 3_000_000])('gives back %i bytes as they were', async (size) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const body = randomAttachment(size);
    await store.put(key, body, { signal });
    const object = await store.get(key, { signal });
    const chunks = [];
    for await (const chunk of object?.content ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(body.bytes)).toBe(true);
    await store.delete(key, { signal });
    expect(server.objects.size).toBe(0);
  });

  it('rejects a self-signed certificate', async () => {
    const stored = store.put(key, randomAttachment(10), { signal });
    await expect(stored).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(server.requests).toEqual([]);
  });
});
