import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createObjectKey } from '../../src/platform/objects/object-key.ts';
import { type ObjectStore, RangeNotSatisfiableError } from '../../src/platform/objects/object-store.ts';
import { createS3ObjectStore, type S3ObjectStoreOptions } from '../../src/platform/objects/s3/object-store.ts';
import { describeObjectStore, type StoreUnderTest } from '../contract/object-store-contract.ts';
import { attachmentOf, randomAttachment, stopHalfway } from '../support/attachments.ts';
import { headersInS3 } from '../support/object-headers.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { describeS3Store, type S3UnderTest } from '../support/s3-store-contract.ts';

async function makeStore(): Promise<StoreUnderTest> {
  const server = await startS3Server({ pageSize: 7 });
  return {
    store: createS3ObjectStore({ ...server, forcePathStyle: true }),
    headersOf: (key) => headersInS3({ ...server, forcePathStyle: true }, key),
    async putForeign(key) {
      const bytes = Buffer.from('foreign');
      server.objects.set(key, { bytes, contentType: 'a/b', contentDisposition: 'attachment', modifiedAt: new Date() });
    },
    openHandles: () => server.openConnections(),
    cleanUp: () => server.close(),
  };
}

async function makeServer(): Promise<S3UnderTest> {
  const server = await startS3Server({ pageSize: 7 });
  return {
    ...server,
    moreThanOnePage: 15,
    restart: async () => server.dropConnections(),
    cleanUp: () => server.close(),
  };
}

describeObjectStore('The S3 store over an S3 server in memory', makeStore);

describeS3Store('an S3 server in memory', makeServer);

describe('The S3 store over a server that fails', () => {
  const { signal } = new AbortController();
  const key = createObjectKey('image/png');
  let server: S3Server;
  let store: ObjectStore;

  beforeEach(async () => {
    server = await startS3Server();
    store = connect();
  });

  afterEach(async () => {
    await store.close();
    await server.close();
  });

  function connect(changed: Partial<S3ObjectStoreOptions> = {}): ObjectStore {
    return createS3ObjectStore({ ...server, forcePathStyle: true, ...changed });
  }

  it('signs the digest of the attachment', async () => {
    const body = randomAttachment(1000);
    await store.put(key, body, { signal });
    expect(server.requests.map((request) => request.contentSha256)).toEqual([body.sha256]);
  });

  it.each([
    [503, 'SlowDown', 'The object store responded with 503 SlowDown: Injected by the test.'],
    [400, 'ExpiredToken', 'The object store responded with 400 ExpiredToken: Injected by the test.'],
    [403, 'AccessDenied', 'The object store responded with 403 AccessDenied: Injected by the test.'],
  ])('names status and code of a put that is rejected with %i %s', async (status, code, message) => {
    const body = randomAttachment(100_000);
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'respond', status, code } });
    await expect(store.put(key, body, { signal })).rejects.toMatchObject({ status, code, message });
    expect(body.opened.map((stream) => stream.destroyed)).toEqual([true]);
    expect(server.objects.size).toBe(0);
  });

  it.each([
    ['', 'The object store responded with 500'],
    ['<html>Bad <b>gateway</html>', 'The object store responded with 500: the response is not in the form of S3'],
    ['<Error></Error>', 'The object store responded with 500'],
    ['<Error><Code></Code><Message></Message></Error>', 'The object store responded with 500'],
    ['<Error><Code>Odd</Code></Error>', 'The object store responded with 500 Odd'],
  ])('says what it can of a response of %j', async (body, message) => {
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'respond', status: 500, body } });
    await expect(store.put(key, attachmentOf('x'), { signal })).rejects.toMatchObject({ message, status: 500 });
    server.inject({ operation: 'GET', call: 1, effect: { kind: 'respond', status: 500, body } });
    await expect(store.get(key, { signal })).rejects.toMatchObject({ message, status: 500 });
  });

  it.each(['PUT', 'DELETE', 'LIST'] as const)(
    'takes an error for one behind the status 200 of a %s',
    async (operation) => {
      const body = '<?xml version="1.0"?>\n<Error><Code>InternalError</Code><Message>Again, please</Message></Error>\n';
      server.inject({ operation, call: 1, effect: { kind: 'respond', status: 200, body } });
      const calls = {
        PUT: () => store.put(key, attachmentOf('x'), { signal }),
        DELETE: () => store.delete(key, { signal }),
        LIST: () => store.list({ signal })[Symbol.asyncIterator]().next(),
      };
      const message = 'The object store responded with 503 InternalError: Again, please';
      await expect(calls[operation]()).rejects.toMatchObject({ status: 503, code: 'InternalError', message });
    },
  );

  it.each([
    ['<html>It works!</html>', 'the response is no listing in the form of S3'],
    ['<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>', 'the listing breaks off'],
  ])('does not take %s for a whole listing', async (body, reason) => {
    server.inject({ operation: 'LIST', call: 1, effect: { kind: 'respond', status: 200, body } });
    const listing = store.list({ signal })[Symbol.asyncIterator]().next();
    await expect(listing).rejects.toThrow(`The object store responded with 200: ${reason}`);
  });

  it('fails where the stream goes on after what was announced, though the object may be there', async () => {
    const body = attachmentOf('announced', { read: () => Readable.from([Buffer.from('announced'), Buffer.from('!')]) });
    await expect(store.put(key, body, { signal })).rejects.toThrow('not the announced 9 bytes long');
  });

  it.each(['reset-before', 'apply-then-reset'] as const)('retries a put once after one %s', async (kind) => {
    const body = randomAttachment(3_000_000);
    server.inject({ operation: 'PUT', call: 1, effect: { kind } });
    await store.put(key, body, { signal });
    expect(server.objects.get(key)?.bytes.equals(body.bytes)).toBe(true);
    expect(body.opened.map((stream) => stream.destroyed)).toEqual([true, true]);
  });

  it.each(['GET', 'HEAD', 'DELETE', 'LIST'] as const)('retries a %s once after a reset', async (operation) => {
    server.inject({ operation, call: 1, effect: { kind: 'reset-before' } });
    if (operation === 'GET') await store.get(key, { signal });
    if (operation === 'HEAD') await expect(store.stat(key, { signal })).resolves.toBeNull();
    if (operation === 'DELETE') await store.delete(key, { signal });
    if (operation === 'LIST') for await (const _ of store.list({ signal }));
    expect(server.requests.slice(0, 2).map((request) => request.operation)).toEqual([operation, operation]);
  });

  it('gives up after the second reset, though the object may be there', async () => {
    server.inject({ operation: 'PUT', call: 1, times: 2, effect: { kind: 'apply-then-reset' } });
    const body = randomAttachment(1000);
    await expect(store.put(key, body, { signal })).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(server.objects.has(key)).toBe(true);
    expect(server.requests).toHaveLength(2);
  });

  it('fails with a response that comes before the body was sent, and sends no more of it', async () => {
    const body = randomAttachment(10_000_000);
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'respond-early', status: 403, code: 'AccessDenied' } });
    await expect(store.put(key, body, { signal })).rejects.toMatchObject({ status: 403, code: 'AccessDenied' });
    await expect.poll(() => body.opened.map((stream) => stream.destroyed)).toEqual([true]);
    await expect.poll(() => server.openConnections()).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  it('rejects a success that comes before the body was sent', async () => {
    const body = randomAttachment(10_000_000);
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'respond-early', status: 200, body: '' } });
    await expect(store.put(key, body, { signal })).rejects.toThrow('before it had the whole object');
    expect(server.objects.size).toBe(0);
    await expect.poll(() => body.opened.map((stream) => stream.destroyed)).toEqual([true]);
  });

  it.each(['PUT', 'DELETE', 'LIST'] as const)(
    'fails a %s whose response breaks off, without a retry',
    async (operation) => {
      server.inject({ operation, call: 1, effect: { kind: 'break-response' } });
      const calls = {
        PUT: () => store.put(key, attachmentOf('x'), { signal }),
        DELETE: () => store.delete(key, { signal }),
        LIST: () => store.list({ signal })[Symbol.asyncIterator]().next(),
      };
      await expect(calls[operation]()).rejects.toThrow('broke off its response');
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each([301, 307, 400])(
    'names the region of the bucket where the store responds with %i from another',
    async (status) => {
      const headers = { 'x-amz-bucket-region': 'eu-west-1' };
      server.inject({
        operation: 'PUT',
        call: 1,
        effect: { kind: 'respond', status, code: 'PermanentRedirect', headers },
      });
      const stored = store.put(key, attachmentOf('x'), { signal });
      await expect(stored).rejects.toThrow('the bucket is in the region eu-west-1, not in us-east-1');
    },
  );

  it.each([
    ['behind', 3_600_000],
    ['ahead of', -3_600_000],
  ])('says that the clock of this machine is %s that of the store, and by how much', async (side, aheadMs) => {
    const headers = { date: new Date(Date.now() + aheadMs).toUTCString() };
    const effect = { kind: 'respond', status: 403, code: 'RequestTimeTooSkewed', headers } as const;
    server.inject({ operation: 'PUT', call: 1, effect });
    const stored = store.put(key, attachmentOf('x'), { signal });
    await expect(stored).rejects.toThrow(
      new RegExp(`403 RequestTimeTooSkewed: .*; the clock of this machine is (?:3599|360[01]) seconds ${side} that of`),
    );
    expect(server.requests).toHaveLength(1);
    expect(server.objects.size).toBe(0);
  });

  it('says that the clocks differ where the store does not tell its time', async () => {
    const effect = { kind: 'respond', status: 403, code: 'RequestTimeTooSkewed', headers: { date: 'noon' } } as const;
    server.inject({ operation: 'DELETE', call: 1, effect });
    const deleted = store.delete(key, { signal });
    await expect(deleted).rejects.toThrow('the clocks of this machine and of the store differ too much');
  });

  it('says so where a store responds to a range with the whole object', async () => {
    const effect = { kind: 'respond', status: 200, body: 'whole' } as const;
    server.inject({ operation: 'GET', call: 1, effect });
    const read = store.get(key, { range: { first: 1, last: 2 }, signal });
    await expect(read).rejects.toThrow('the response is not the range that was asked for');
  });

  it('takes an empty whole object for a range that cannot be had', async () => {
    server.inject({ operation: 'GET', call: 1, effect: { kind: 'respond', status: 200, body: '' } });
    const read = store.get(key, { range: { first: 0, last: 0 }, signal });
    await expect(read).rejects.toThrow(RangeNotSatisfiableError);
  });

  it('fails a stat that the store rejects while the bucket responds', async () => {
    server.inject({ operation: 'HEAD', call: 1, effect: { kind: 'respond', status: 503, body: '' } });
    await expect(store.stat(key, { signal })).rejects.toMatchObject({ status: 503 });
  });

  it('signs a session token', async () => {
    const temporary = connect({ credentials: { ...server.credentials, sessionToken: 'a-token' } });
    await temporary.put(key, attachmentOf('x'), { signal });
    const [request] = server.requests;
    expect(request?.headers['x-amz-security-token']).toBe('a-token');
    expect(request?.headers.authorization).toContain(';x-amz-security-token,');
    await temporary.close();
  });

  it('finds credentials where the AWS tools look for them when it is given none', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.credentials.secretAccessKey);
    vi.stubEnv('AWS_SESSION_TOKEN', 'from-the-environment');
    vi.stubEnv('AWS_PROFILE', undefined);
    const searching = connect({ credentials: undefined });
    await searching.put(key, attachmentOf('x'), { signal });
    vi.unstubAllEnvs();
    await searching.delete(key, { signal });
    expect(server.requests.map(({ headers }) => headers['x-amz-security-token'])).toEqual([
      'from-the-environment',
      'from-the-environment',
    ]);
    await searching.close();
  });

  it('uses its connections again', async () => {
    for (let count = 0; count < 5; count++) await store.put(key, randomAttachment(100_000), { signal });
    await store.delete(key, { signal });
    // A connection becomes reusable one turn of the event loop later, and uploads use connections of their own.
    expect(await server.openConnections()).toBeLessThanOrEqual(3);
    expect(server.requests.every(({ headers }) => headers.expect === undefined)).toBe(true);
  });

  it('gives up a store that is silent', async () => {
    const hasty = connect({ timeouts: { connectMs: 20_000, idleMs: 500 } });
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'hang' } });
    const body = randomAttachment(100_000);
    await expect(hasty.put(key, body, { signal })).rejects.toThrow('silent for 500 ms');
    expect(server.requests).toHaveLength(1);
    await hasty.close();
  });

  it('gives up a store that takes no connection', async () => {
    const silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const endpoint = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const hasty = connect({ endpoint, timeouts: { connectMs: 100, idleMs: 10_000 } });
    await expect(hasty.delete(key, { signal })).rejects.toThrow('took no connection within 100 ms');
    await hasty.close();
    silent.close();
    await once(silent, 'close');
  });

  it('ends a put that waits for a connection when the caller aborts', async () => {
    const abort = new AbortController();
    server.inject({ operation: 'PUT', call: 1, times: 64, effect: { kind: 'hang' } });
    const others = Array.from({ length: 64 }, () => store.put(key, attachmentOf('x'), { signal }));
    const settledOthers = Promise.allSettled(others);
    const body = attachmentOf('waits');
    const aborted = expect(store.put(key, body, { signal: abort.signal })).rejects.toThrow('the claim is lost');
    await expect.poll(() => server.requests.length).toBe(64);
    abort.abort(new Error('the claim is lost'));
    await aborted;
    expect(body.opened.every((stream) => stream.destroyed)).toBe(true);
    await store.close();
    expect((await settledOthers).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it.each(['GET', 'HEAD', 'DELETE', 'LIST'] as const)(
    'ends a %s at its timeout when no response comes',
    async (operation) => {
      const hasty = connect({ callTimeoutMs: 200 });
      server.inject({ operation, call: 1, effect: { kind: 'hang' } });
      const calls = {
        GET: () => hasty.get(key, { signal }),
        HEAD: () => hasty.stat(key, { signal }),
        DELETE: () => hasty.delete(key, { signal }),
        LIST: () => hasty.list({ signal })[Symbol.asyncIterator]().next(),
      };
      await expect(calls[operation]()).rejects.toThrow('did not finish within 200 ms');
      await hasty.close();
    },
  );

  it('ends a put at once when the caller aborts while no response comes', async () => {
    const abort = new AbortController();
    const struck = server.inject({ operation: 'PUT', call: 1, effect: { kind: 'hang' } }).struck;
    const stored = store.put(key, attachmentOf('x'), { signal: abort.signal });
    await struck;
    abort.abort(new Error('the claim is lost'));
    await expect(stored).rejects.toThrow('the claim is lost');
  });

  it('fails what is under way and what comes later when it is closed', async () => {
    const body = randomAttachment(4_000_000, { read: stopHalfway(() => void store.close()) });
    await expect(store.put(key, body, { signal })).rejects.toThrow('destroyed');
    await expect(store.put(key, attachmentOf('x'), { signal })).rejects.toThrow('destroyed');
    await expect(store.list({ signal })[Symbol.asyncIterator]().next()).rejects.toThrow('destroyed');
    await expect(store.ping({ signal })).rejects.toThrow('destroyed');
    await expect(store.stat(key, { signal })).rejects.toThrow('destroyed');
    expect(body.opened.every((stream) => stream.destroyed)).toBe(true);
  });

  it('fails the reader of an object whose connection breaks', async () => {
    await store.put(key, randomAttachment(10_000_000), { signal });
    const object = await store.get(key, { signal });
    server.dropConnections();
    await expect(drain(object?.content)).rejects.toThrow('other side closed');
  });

  it('fails the reader of an object when the caller aborts', async () => {
    const abort = new AbortController();
    await store.put(key, randomAttachment(10_000_000), { signal });
    const object = await store.get(key, { signal: abort.signal });
    abort.abort();
    await expect(drain(object?.content)).rejects.toThrow();
  });

  it('deletes what is not there even where the server responds with 404', async () => {
    server.inject({ operation: 'DELETE', call: 1, effect: { kind: 'respond', status: 404, code: 'NoSuchKey' } });
    await store.delete(key, { signal });
  });

  it('leaves the error of a server that cannot be reached as it is', async () => {
    await server.close();
    await expect(store.put(key, attachmentOf('x'), { signal })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

async function drain(content: AsyncIterable<Uint8Array> | undefined): Promise<void> {
  for await (const _ of content ?? []);
}
