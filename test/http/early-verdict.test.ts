import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart, type RawPart, rawPayloadPart } from '../support/form.ts';
import { connectRaw, type RawConnection } from '../support/raw-connection.ts';
import { type RawHead, rawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

const mebibyte = 1024 * 1024;
const twentyMegabytes = Buffer.alloc(20_000_000, 'x');
const eightMegabytes = twentyMegabytes.subarray(0, 8_000_000);
const valid = encodeForm([payloadPart(), filePart('valid.png', 'valid')]);
const eleven = Array.from({ length: 11 }, (_, index) => filePart(`${index}`, ''));
const restOf = (body: Buffer): RawPart => ({ headers: ['Content-Disposition: form-data; name="rest"'], body });

interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly body: Buffer;
  readonly head?: RawHead;
}

let service: TestService;
let bucketless: TestService;
let capped: TestService;

beforeAll(async () => {
  service = await startTestService();
  bucketless = await startTestService({ BUCKET_NAME: '' });
  capped = await startTestService({ MAX_REQUEST_BYTES: String(12 * mebibyte) });
});

afterAll(async () => {
  await Promise.all([service.close(), bucketless.close(), capped.close()]);
});

const bucketMissing: Refusal = {
  status: 500,
  error: 'Commission submission failed',
  body: encodeForm([payloadPart(), restOf(eightMegabytes)]),
};
const overTheCap: Refusal = {
  status: 413,
  error: 'Request too large',
  body: encodeForm([payloadPart(), restOf(twentyMegabytes)]),
};
const refusals: Record<string, Refusal> = {
  'a wrong Content-Type': {
    status: 500,
    error: 'Commission submission failed',
    body: eightMegabytes,
    head: { headers: { 'content-type': 'text/plain' } },
  },
  'another path': { status: 404, error: 'Not found', body: eightMegabytes, head: { path: '/other' } },
  'another method': { status: 405, error: 'Method not allowed', body: eightMegabytes, head: { method: 'PUT' } },
  'a bad payload': {
    status: 400,
    error: 'Invalid payload JSON',
    body: encodeForm([rawPayloadPart('{'), filePart('a', twentyMegabytes)]),
  },
  'eleven files': {
    status: 413,
    error: 'Too many files',
    body: encodeForm([payloadPart(), ...eleven, restOf(eightMegabytes)]),
  },
};

async function expectRefused(connection: RawConnection, { status, error, body, head }: Refusal, close: object) {
  await connection.send(rawRequest(body, { ...head, headers: { ...head?.headers, ...close } }));
  const answer = await connection.nextAnswer();
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toMatchObject({ error });
}

async function expectAccepted(connection: RawConnection) {
  await connection.send(rawRequest(valid));
  expect((await connection.nextAnswer()).status).toBe(201);
}

const attempts = Array.from({ length: 3 });

describe('a client that reads only after it has sent everything', () => {
  it.each(Object.entries(refusals))('gets its answer to %s each time, and is served again', async (_, refusal) => {
    const before = await service.stored();
    const connection = await connectRaw(service.port);
    for (const _attempt of attempts) await expectRefused(connection, refusal, {});
    expect(await service.stored()).toEqual(before);
    await expectAccepted(connection);
    connection.destroy();
  });

  it.each(Object.entries(refusals))(
    'gets its answer to %s each time before the close it asks for',
    async (_, refusal) => {
      for (const _attempt of attempts) await expectRefusedAndClosed(service, refusal);
    },
  );

  it('gets its answer where the bucket is missing', async () => {
    const connection = await connectRaw(bucketless.port);
    for (const _attempt of attempts) await expectRefused(connection, bucketMissing, {});
    connection.destroy();
    for (const _attempt of attempts) await expectRefusedAndClosed(bucketless, bucketMissing);
  });

  it('gets its answer over MAX_REQUEST_BYTES, and is served again', async () => {
    const connection = await connectRaw(capped.port);
    for (const _attempt of attempts) await expectRefused(connection, overTheCap, {});
    await expectAccepted(connection);
    connection.destroy();
    for (const _attempt of attempts) await expectRefusedAndClosed(capped, overTheCap);
  });

  async function expectRefusedAndClosed({ port }: TestService, refusal: Refusal) {
    const connection = await connectRaw(port);
    await expectRefused(connection, refusal, { connection: 'close' });
    await connection.untilClosed();
  }
});

describe('a rejected body', () => {
  const smuggled = rawRequest(valid);

  it.each([
    ['all of it', smuggled, { path: '/other' }],
    ['in a part', encodeForm([rawPayloadPart('{'), filePart('a', smuggled)]), {}],
    ['in the epilogue', Buffer.concat([encodeForm([rawPayloadPart('{')]), smuggled]), {}],
  ])('is never taken for a request: %s', async (_, body, head) => {
    const before = await service.stored();
    const connection = await connectRaw(service.port);
    await connection.send(rawRequest(body, head));
    expect([400, 404]).toContain((await connection.nextAnswer()).status);
    expect(await service.stored()).toEqual(before);
    await expectAccepted(connection);
    connection.destroy();
  });

  it('does not hide the valid request right behind it', async () => {
    const rejected = rawRequest(encodeForm([rawPayloadPart('{'), filePart('a', Buffer.alloc(300_000))]));
    const connection = await connectRaw(service.port);
    await connection.send(Buffer.concat([rejected, rawRequest(valid), rejected, rawRequest(valid)]));
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await connection.nextAnswer()).status);
    expect(statuses).toEqual([400, 201, 400, 201]);
    connection.destroy();
  });

  it.each([
    ['rejected for its payload', encodeForm([rawPayloadPart('{')]).subarray(0, -2), 400],
    ['too large', encodeForm([payloadPart()]).subarray(0, -20), 413],
  ])('is given up behind MAX_REQUEST_BYTES when it has no end: %s', async (_, start, status) => {
    const connection = await connectRaw(capped.port);
    await connection.send(rawHead({ headers: { 'transfer-encoding': 'chunked' } }));
    await connection.send(chunk(start));
    const megabyte = chunk(Buffer.alloc(mebibyte, 'x'));
    const sendEndlessly = async () => {
      for (;;) await connection.send(megabyte);
    };
    const disconnected = expect(sendEndlessly()).rejects.toThrow();
    expect((await connection.nextAnswer()).status).toBe(status);
    await disconnected;
  });

  it('leaves the service as it was when its client resets the connection', async () => {
    for (const { port } of [service, bucketless]) {
      const connection = await connectRaw(port);
      await connection.send(rawHead({ headers: { 'content-length': '1000000', 'content-type': 'text/plain' } }));
      await connection.nextAnswer();
      connection.destroy();
    }
    await expectAccepted(await connectRaw(service.port));
  });
});

function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}
