import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ObjectStore } from '../../src/objects/object-store.ts';
import { createS3ObjectStore, type S3ObjectStoreOptions } from '../../src/objects/s3.ts';
import { createObjectKey } from '../../src/submission/object-key.ts';
import { describeObjectStore, type StoreUnderTest } from '../contract/object-store-contract.ts';
import { attachmentOf, randomAttachment } from '../support/attachments.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { describeS3Store, type S3UnderTest } from '../support/s3-store-contract.ts';

async function makeStore(): Promise<StoreUnderTest> {
  const server = await startS3Server({ pageSize: 7 });
  return {
    store: createS3ObjectStore({ ...server, forcePathStyle: true }),
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
    [503, 'SlowDown', 'The object store answered 503 SlowDown: Injected by the test.'],
    [400, 'ExpiredToken', 'The object store answered 400 ExpiredToken: Injected by the test.'],
    [403, 'AccessDenied', 'The object store answered 403 AccessDenied: Injected by the test.'],
  ])('says that a put was answered %i %s', async (status, code, message) => {
    const body = randomAttachment(100_000);
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'answer', status, code } });
    await expect(store.put(key, body, { signal })).rejects.toMatchObject({ status, code, message });
    expect(body.opened.map((stream) => stream.destroyed)).toEqual([true]);
    expect(server.objects.size).toBe(0);
  });

  it.each([
    ['', 'The object store answered 500'],
    ['<html>Bad <b>gateway</html>', 'The object store answered 500: no answer in the form of S3'],
    ['<Error></Error>', 'The object store answered 500'],
    ['<Error><Code></Code><Message></Message></Error>', 'The object store answered 500'],
    ['<Error><Code>Odd</Code></Error>', 'The object store answered 500 Odd'],
  ])('says what it can of an answer of %j', async (body, message) => {
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'answer', status: 500, body } });
    await expect(store.put(key, attachmentOf('x'), { signal })).rejects.toMatchObject({ message, status: 500 });
    server.inject({ operation: 'GET', call: 1, effect: { kind: 'answer', status: 500, body } });
    await expect(store.get(key, { signal })).rejects.toMatchObject({ message, status: 500 });
  });

  it.each(['PUT', 'DELETE', 'LIST'] as const)(
    'takes an error for one behind the status 200 of a %s',
    async (operation) => {
      const body = '<?xml version="1.0"?>\n<Error><Code>InternalError</Code><Message>Again, please</Message></Error>\n';
      server.inject({ operation, call: 1, effect: { kind: 'answer', status: 200, body } });
      const calls = {
        PUT: () => store.put(key, attachmentOf('x'), { signal }),
        DELETE: () => store.delete(key, { signal }),
        LIST: () => store.list({ signal })[Symbol.asyncIterator]().next(),
      };
      const message = 'The object store answered 503 InternalError: Again, please';
      await expect(calls[operation]()).rejects.toMatchObject({ status: 503, code: 'InternalError', message });
    },
  );

  it.each([
    ['<html>It works!</html>', 'no listing in the form of S3'],
    ['<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>', 'a listing that breaks off'],
  ])('does not take %s for a whole listing', async (body, reason) => {
    server.inject({ operation: 'LIST', call: 1, effect: { kind: 'answer', status: 200, body } });
    const listing = store.list({ signal })[Symbol.asyncIterator]().next();
    await expect(listing).rejects.toThrow(`The object store answered 200: ${reason}`);
  });

  it('fails where the stream goes on after what was announced, though the object may be there', async () => {
    const body = attachmentOf('announced', { read: () => Readable.from([Buffer.from('announced'), Buffer.from('!')]) });
    await expect(store.put(key, body, { signal })).rejects.toThrow('not the announced 9 bytes long');
  });

  it.each(['reset-before', 'apply-then-reset'] as const)('stores once more after one %s', async (kind) => {
    const body = randomAttachment(3_000_000);
    server.inject({ operation: 'PUT', call: 1, effect: { kind } });
    await store.put(key, body, { signal });
    expect(server.objects.get(key)?.bytes.equals(body.bytes)).toBe(true);
    expect(body.opened.map((stream) => stream.destroyed)).toEqual([true, true]);
  });

  it.each(['GET', 'DELETE', 'LIST'] as const)('asks once more after one reset of a %s', async (operation) => {
    server.inject({ operation, call: 1, effect: { kind: 'reset-before' } });
    if (operation === 'GET') await store.get(key, { signal });
    if (operation === 'DELETE') await store.delete(key, { signal });
    if (operation === 'LIST') for await (const _ of store.list({ signal }));
    expect(server.requests.map((request) => request.operation)).toEqual([operation, operation]);
  });

  it('gives up after the second reset, though the object may be there', async () => {
    server.inject({ operation: 'PUT', call: 1, times: 2, effect: { kind: 'apply-then-reset' } });
    const body = randomAttachment(1000);
    await expect(store.put(key, body, { signal })).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(server.objects.has(key)).toBe(true);
    expect(server.requests).toHaveLength(2);
  });

  it('says what the store answered before the body was sent, and sends no more of it', async () => {
    const body = randomAttachment(10_000_000);
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'answer-early', status: 403, code: 'AccessDenied' } });
    await expect(store.put(key, body, { signal })).rejects.toMatchObject({ status: 403, code: 'AccessDenied' });
    await vi.waitFor(() => expect(body.opened.map((stream) => stream.destroyed)).toEqual([true]));
    await vi.waitFor(async () => expect(await server.openConnections()).toBe(0));
    expect(server.requests).toHaveLength(1);
  });

  it('believes no success that is answered before the body was sent', async () => {
    const body = randomAttachment(10_000_000);
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'answer-early', status: 200, body: '' } });
    await expect(store.put(key, body, { signal })).rejects.toThrow('before it had the whole object');
    expect(server.objects.size).toBe(0);
    await vi.waitFor(() => expect(body.opened.map((stream) => stream.destroyed)).toEqual([true]));
  });

  it.each(['PUT', 'DELETE', 'LIST'] as const)(
    'fails a %s whose answer breaks off, without a new attempt',
    async (operation) => {
      server.inject({ operation, call: 1, effect: { kind: 'break-answer' } });
      const calls = {
        PUT: () => store.put(key, attachmentOf('x'), { signal }),
        DELETE: () => store.delete(key, { signal }),
        LIST: () => store.list({ signal })[Symbol.asyncIterator]().next(),
      };
      await expect(calls[operation]()).rejects.toThrow('broke off its answer');
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each([301, 307, 400])('names the region of the bucket where the store answers %i from another', async (status) => {
    const headers = { 'x-amz-bucket-region': 'eu-west-1' };
    server.inject({
      operation: 'PUT',
      call: 1,
      effect: { kind: 'answer', status, code: 'PermanentRedirect', headers },
    });
    const stored = store.put(key, attachmentOf('x'), { signal });
    await expect(stored).rejects.toThrow('the bucket is in the region eu-west-1, not in us-east-1');
  });

  it("goes on by the store's clock where the two differ too much", async () => {
    const storeTime = new Date(Date.now() + 3_600_000);
    const headers = { date: storeTime.toUTCString() };
    const effect = { kind: 'answer', status: 403, code: 'RequestTimeTooSkewed', headers } as const;
    server.inject({ operation: 'PUT', call: 1, effect });
    const body = attachmentOf('x');
    await store.put(key, body, { signal });
    await store.delete(key, { signal });
    const hours = server.requests.map(({ headers: { 'x-amz-date': date } }) => String(date).slice(0, 11));
    const storeHour = storeTime.toISOString().replaceAll('-', '').slice(0, 11);
    expect(hours.map((hour) => hour === storeHour)).toEqual([false, true, true]);
    expect(body.opened).toHaveLength(2);
  });

  it('gives up where correcting the clock does not help', async () => {
    const effect = { kind: 'answer', status: 403, code: 'RequestTimeTooSkewed' } as const;
    server.inject({ operation: 'DELETE', call: 1, times: 2, effect });
    await expect(store.delete(key, { signal })).rejects.toMatchObject({ code: 'RequestTimeTooSkewed' });
    expect(server.requests).toHaveLength(2);
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
    // A connection rests for a turn of the event loop before it is used again, and uploads have theirs to themselves.
    expect(await server.openConnections()).toBeLessThanOrEqual(3);
    expect(server.requests.every(({ headers }) => headers.expect === undefined)).toBe(true);
  });

  it('gives up a store that is silent', async () => {
    const impatient = connect({ patience: { connectMs: 3000, silenceMs: 100 } });
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'hang' } });
    const body = randomAttachment(100_000);
    await expect(impatient.put(key, body, { signal })).rejects.toThrow('silent for 100 ms');
    expect(server.requests).toHaveLength(1);
    await impatient.close();
  });

  it('gives up a store that takes no connection', async () => {
    const silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const endpoint = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const impatient = connect({ endpoint, patience: { connectMs: 100, silenceMs: 10_000 } });
    await expect(impatient.delete(key, { signal })).rejects.toThrow('took no connection within 100 ms');
    await impatient.close();
    silent.close();
    await once(silent, 'close');
  });

  it('ends a put that waits for a connection when the caller aborts', async () => {
    const abort = new AbortController();
    server.inject({ operation: 'PUT', call: 1, times: 64, effect: { kind: 'hang' } });
    const others = Array.from({ length: 64 }, () => store.put(key, attachmentOf('x'), { signal }));
    const refusedOthers = Promise.allSettled(others);
    const body = attachmentOf('waits');
    const waiting = store.put(key, body, { signal: abort.signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(64));
    abort.abort(new Error('the claim is lost'));
    await expect(waiting).rejects.toThrow('the claim is lost');
    expect(body.opened.every((stream) => stream.destroyed)).toBe(true);
    await store.close();
    expect((await refusedOthers).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('ends a put that is never answered at its deadline', async () => {
    const impatient = connect({ putDeadlineMs: 200 });
    server.inject({ operation: 'PUT', call: 1, effect: { kind: 'hang' } });
    const body = randomAttachment(100_000);
    await expect(impatient.put(key, body, { signal })).rejects.toThrow('did not finish within 200 ms');
    expect(body.opened.map((stream) => stream.destroyed)).toEqual([true]);
    await impatient.close();
  });

  it.each(['GET', 'DELETE', 'LIST'] as const)('ends a %s that is never answered at its deadline', async (operation) => {
    const impatient = connect({ callDeadlineMs: 200 });
    server.inject({ operation, call: 1, effect: { kind: 'hang' } });
    const calls = {
      GET: () => impatient.get(key, { signal }),
      DELETE: () => impatient.delete(key, { signal }),
      LIST: () => impatient.list({ signal })[Symbol.asyncIterator]().next(),
    };
    await expect(calls[operation]()).rejects.toThrow('did not finish within 200 ms');
    await impatient.close();
  });

  it('ends a put at once when the caller aborts while no answer comes', async () => {
    const abort = new AbortController();
    const struck = server.inject({ operation: 'PUT', call: 1, effect: { kind: 'hang' } });
    const stored = store.put(key, attachmentOf('x'), { signal: abort.signal });
    await struck;
    abort.abort(new Error('the claim is lost'));
    await expect(stored).rejects.toThrow('the claim is lost');
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

  it('deletes what is not there even where the server answers 404', async () => {
    server.inject({ operation: 'DELETE', call: 1, effect: { kind: 'answer', status: 404, code: 'NoSuchKey' } });
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
