import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart, rawPayloadPart } from '../support/form.ts';
import { connectRaw } from '../support/raw-connection.ts';
import { type RawHead, rawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

const maxBytes = 1024 * 1024;
const form = encodeForm([payloadPart(), filePart('a.png', 'a')]);

let service: TestService;
let bucketless: TestService;

beforeAll(async () => {
  service = await startTestService({ MAX_REQUEST_BYTES: String(maxBytes) });
  bucketless = await startTestService({ BUCKET_NAME: '' });
});

afterAll(async () => {
  await Promise.all([service.close(), bucketless.close()]);
});

function expecting({ headers, ...head }: RawHead = {}): string {
  return rawHead({ ...head, headers: { 'content-length': String(form.length), expect: '100-continue', ...headers } });
}

describe('a client that waits for 100 Continue (C11)', () => {
  it('gets it, and is served twice over one connection', async () => {
    const connection = await connectRaw(service.port);
    for (const _ of [1, 2]) {
      await connection.send(expecting());
      expect((await connection.nextAnswer()).status).toBe(100);
      await connection.send(form);
      expect((await connection.nextAnswer()).status).toBe(201);
    }
    connection.destroy();
  });

  it('gets the verdict on what it sends afterwards', async () => {
    const bad = encodeForm([rawPayloadPart('{'), filePart('a', Buffer.alloc(500_000))]);
    const connection = await connectRaw(service.port);
    await connection.send(expecting({ headers: { 'content-length': String(bad.length) } }));
    expect((await connection.nextAnswer()).status).toBe(100);
    await connection.send(bad);
    expect((await connection.nextAnswer()).status).toBe(400);
    await connection.send(rawRequest(form));
    expect((await connection.nextAnswer()).status).toBe(201);
    connection.destroy();
  });

  it.each<[string, RawHead, number]>([
    ['a wrong Content-Type', { headers: { 'content-type': 'text/plain' } }, 500],
    ['no boundary', { headers: { 'content-type': 'multipart/form-data' } }, 500],
    ['a Content-Encoding', { headers: { 'content-encoding': 'gzip' } }, 500],
    ['another path', { path: '/other' }, 404],
    ['a path that cannot be decoded', { path: '/%zz' }, 404],
    ['another method', { method: 'PUT' }, 405],
    ['a Content-Length over the cap', { headers: { 'content-length': String(maxBytes + 1) } }, 413],
  ])('is rejected without it because of %s', async (_, head, status) => {
    const connection = await connectRaw(service.port);
    await connection.send(expecting(head));
    const answer = await connection.nextAnswer();
    expect(answer.status).toBe(status);
    expect(answer.headers.connection).toBe('close');
    connection.destroy();
  });

  it('is rejected without it, and disconnected, because the bucket is missing', async () => {
    const connection = await connectRaw(bucketless.port);
    await connection.send(expecting());
    const answer = await connection.nextAnswer();
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body)).toMatchObject({ message: 'BUCKET_NAME is not set' });
    await connection.untilClosed();
  });

  it('is rejected, too, where it did not wait', async () => {
    const before = await service.stored();
    const connection = await connectRaw(service.port);
    await connection.send(Buffer.concat([Buffer.from(expecting({ path: '/other' })), form, rawRequest(form)]));
    expect((await connection.nextAnswer()).status).toBe(404);
    await expect(connection.nextAnswer()).rejects.toThrow('The connection ended after ""');
    expect(await service.stored()).toEqual(before);
  });

  it('gets it in any case of letters', async () => {
    const connection = await connectRaw(service.port);
    await connection.send(expecting({ headers: { expect: '100-Continue' } }));
    expect((await connection.nextAnswer()).status).toBe(100);
    await connection.send(form);
    expect((await connection.nextAnswer()).status).toBe(201);
    connection.destroy();
  });
});

describe('a client with an unknown expectation', () => {
  it('is served as if it expected nothing', async () => {
    const connection = await connectRaw(service.port);
    await connection.send(rawRequest(form, { headers: { expect: 'gold' } }));
    expect((await connection.nextAnswer()).status).toBe(201);
    connection.destroy();
  });
});
