import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { examineBucket } from '../support/examine-bucket.ts';
import { type ResponseEffect, type S3Operation, type S3Server, startS3Server } from '../support/s3-server.ts';
import { tlsCertificate, tlsKey } from '../support/tls-certificate.ts';

const doctorKey = 'doctor/019aab3c-1111-4222-8333-444455556666';

let server: S3Server;

beforeEach(async () => {
  server = await startS3Server();
});

afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

function hold(key: string, modifiedAt: Date): void {
  server.objects.set(key, { bytes: Buffer.from('x'), contentType: 'image/png', contentDisposition: '', modifiedAt });
}

/** Resolves with the findings of a check when the store responds in this way to one of the calls. */
async function findWith(check: string, operation: S3Operation, call: number, effect: Partial<ResponseEffect>) {
  server.inject({ operation, call, effect: { kind: 'respond', status: 200, body: '', ...effect } });
  const { troubles } = await examineBucket(server, 'bucket.reach', check);
  return troubles;
}

describe('The doctor of a bucket whose store', () => {
  it('alters what it stores says so', async () => {
    expect(await findWith('bucket.read', 'GET', 1, { body: 'other' })).toEqual([
      'wrong bucket.read: An object was read back altered',
    ]);
    expect(await findWith('bucket.range', 'GET', 1, { body: 'other' })).toEqual([
      expect.stringContaining('wrong bucket.range: A range request for 200 bytes returned 5 bytes'),
    ]);
    expect(server.objects.size).toBe(0);
  });

  it('forgets how an object is opened says so', async () => {
    const headers = { 'content-length': '1000', 'content-type': 'text/html' };
    expect(await findWith('bucket.head', 'HEAD', 1, { headers })).toEqual([
      expect.stringContaining('wrong bucket.head: The store changes Content-Type or Content-Disposition'),
    ]);
  });

  it('takes bytes that do not fit their SHA-256 says so', async () => {
    expect(await findWith('bucket.digest', 'PUT', 2, {})).toEqual([
      expect.stringContaining('wrong bucket.digest: The store accepts bytes that do not match'),
    ]);
  });

  it('keeps the first of two objects of a key says so', async () => {
    expect(await findWith('bucket.overwrite', 'PUT', 2, {})).toEqual([
      expect.stringContaining('wrong bucket.overwrite: Storing an object again does not replace'),
    ]);
  });

  it('writes over an object and says that it does not says so', async () => {
    server.inject({
      operation: 'PUT',
      call: 2,
      effect: { kind: 'respond', status: 412, code: 'PreconditionFailed' },
    });
    expect(await findWith('bucket.conditional-write', 'GET', 1, { body: 'other' })).toEqual([
      'wrong bucket.conditional-write: The store rejected a conditional write, but overwrote the object',
    ]);
  });

  it('does not list what is new says so', async () => {
    // The first listing belongs to `bucket.reach`. The following five search for the object.
    const body = '<ListBucketResult></ListBucketResult>';
    server.inject({ operation: 'LIST', call: 2, times: 5, effect: { kind: 'respond', status: 200, body } });
    const { troubles } = await examineBucket(server, 'bucket.reach', 'bucket.list');
    expect(troubles).toEqual([expect.stringContaining('wrong bucket.list: A listing does not show an object')]);
  });

  it('keeps what is deleted says so', async () => {
    expect(await findWith('bucket.delete', 'DELETE', 1, {})).toEqual([
      'wrong bucket.delete: An object is still there after it was deleted: erased pictures would stay',
    ]);
    expect(server.objects.size).toBe(0);
  });

  it('fails while the doctor removes its object has that object named', async () => {
    const troubles = await findWith('bucket.write', 'DELETE', 1, {
      status: 500,
      body: '<Error/>',
    });
    const [key] = server.objects.keys();
    expect(troubles).toEqual([
      expect.stringContaining(`warning bucket.write: The doctor's own object ${key} could not be removed`),
    ]);
  });
});

describe('A leftover of an earlier doctor', () => {
  it('is no attachment to the object store', async () => {
    hold(doctorKey, new Date());
    const store = createS3ObjectStore({ ...server, forcePathStyle: true });
    const listed = [];
    for await (const { key } of store.list({ signal: new AbortController().signal })) listed.push(key);
    await store.close();
    expect(listed).toEqual([]);
  });
});

describe('The way to a store', () => {
  it('is a warning when it is not encrypted, but on this machine', async () => {
    const far = { ...server, endpoint: 'http://store.invalid:9000' };
    expect((await examineBucket(far, 'bucket.tls')).troubles).toEqual([
      'warning bucket.tls: Pictures and signatures are sent to store.invalid:9000 unencrypted',
    ]);
    expect((await examineBucket(server, 'bucket.tls')).troubles).toEqual([]);
  });

  it('begins with http:// when the store does not speak TLS', async () => {
    const endpoint = server.endpoint.replace('http:', 'https:');
    const { troubles, remedies } = await examineBucket({ ...server, endpoint }, 'bucket.tls', 'bucket.reach');
    for (const name of ['bucket.tls', 'bucket.reach']) {
      expect(troubles).toContainEqual(expect.stringContaining(`wrong ${name}: The object store does not speak TLS`));
    }
    expect(remedies).toContainEqual(expect.stringContaining('Write http:// in place of https://'));
  });

  it('begins with https:// when the store speaks TLS', async () => {
    const https = createServer({ key: tlsKey, cert: tlsCertificate });
    await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(https.address() as AddressInfo).port}`;
    const { remedies } = await examineBucket({ ...server, endpoint }, 'bucket.reach');
    https.close();
    expect(remedies).toEqual([expect.stringMatching(/AWS_ENDPOINT_URL_S3/)]);
  });

  it('has the bucket in its path when the store has no host for the bucket', async () => {
    const far = { ...server, endpoint: 'http://store.invalid:9000', forcePathStyle: false };
    const { troubles, remedies } = await examineBucket(far, 'bucket.reach');
    expect(troubles).toEqual([
      expect.stringContaining(`wrong bucket.reach: The object store has no host ${server.bucket}.store.invalid`),
    ]);
    expect(remedies).toEqual([expect.stringContaining('S3_FORCE_PATH_STYLE=true')]);
  });

  it('has a certificate that somebody trusts', async () => {
    const https = createServer({ key: tlsKey, cert: tlsCertificate });
    await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
    const endpoint = `https://127.0.0.1:${(https.address() as AddressInfo).port}`;
    const { troubles, remedies } = await examineBucket({ ...server, endpoint }, 'bucket.tls');
    https.close();
    expect(troubles).toEqual([
      expect.stringContaining('wrong bucket.tls: The certificate of the object store is not trusted'),
    ]);
    expect(remedies).toEqual([expect.stringContaining('NODE_EXTRA_CA_CERTS')]);
  });
});
