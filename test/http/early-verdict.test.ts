import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart, type RawPart, rawPayloadPart } from '../support/form.ts';
import { connectRaw, exchangeRaw, type RawConnection } from '../support/raw-connection.ts';
import { type RawHead, rawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

const mebibyte = 1024 * 1024;
/** More than the operating system buffers on both sides. Buffering would hide a connection that is closed too early. */
const fourteenMegabytes = Buffer.alloc(14_000_000, 'x');
const fiveMegabytes = fourteenMegabytes.subarray(0, 5_000_000);
const valid = encodeForm([payloadPart(), filePart('valid.png', 'valid')]);
const eleven = Array.from({ length: 11 }, (_, index) => filePart(`${index}`, ''));
const restOf = (body: Buffer): RawPart => ({ headers: ['Content-Disposition: form-data; name="rest"'], body });
const note: RawPart = { headers: ['Content-Disposition: form-data; name="note"'], body: '' };

interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly body: Buffer;
  readonly head?: RawHead;
}

let service: TestService;
let bucketless: TestService;
let capped: TestService;
let full: TestService;
let hurried: TestService;

beforeAll(async () => {
  service = await startTestService();
  bucketless = await startTestService({ BUCKET_NAME: '' });
  capped = await startTestService({ MAX_REQUEST_BYTES: String(12 * mebibyte) });
  full = await startTestService({
    MAX_UPLOADS: '1',
    TIME_LIMITS: 'minBodyBytesPerSecond=0,busyMinBodyBytesPerSecond=0',
  });
  hurried = await startTestService({ TIME_LIMITS: 'bodyRateWindowMs=300' });
});

afterAll(async () => {
  await Promise.all([service, bucketless, capped, full, hurried].map((one) => one.close()));
});

const failed = 'Commission submission failed';
const long = encodeForm([payloadPart(), restOf(fiveMegabytes)]);
const ofForm = (status: number, error: string, ...parts: readonly RawPart[]): Refusal => ({
  status,
  error,
  body: encodeForm([...parts, restOf(fiveMegabytes)]),
});
const bucketMissing: Refusal = { status: 500, error: failed, body: long };
const busy: Refusal = { status: 503, error: 'Service busy', body: long };
const overTheCap: Refusal = {
  status: 413,
  error: 'Request too large',
  body: encodeForm([payloadPart(), restOf(fourteenMegabytes)]),
};
const refusals: Record<string, Refusal> = {
  'a wrong Content-Type': {
    status: 500,
    error: failed,
    body: fiveMegabytes,
    head: { headers: { 'content-type': 'text/plain' } },
  },
  'a compressed body': { status: 500, error: failed, body: long, head: { headers: { 'content-encoding': 'gzip' } } },
  'another path': { status: 404, error: 'Not found', body: fiveMegabytes, head: { path: '/other' } },
  'another method': { status: 405, error: 'Method not allowed', body: fiveMegabytes, head: { method: 'PUT' } },
  'a bad payload': ofForm(400, 'Invalid payload JSON', rawPayloadPart('{')),
  'a part without a name': ofForm(500, failed, { headers: ['X: y'], body: '' }),
  'a payload that is a file': ofForm(400, 'Missing payload', {
    headers: ['Content-Disposition: form-data; name="payload"; filename="p"'],
    body: '{}',
  }),
  'a payload against the rules': ofForm(422, 'Validation error', payloadPart({})),
  'a payload over its cap': ofForm(413, 'Request too large', rawPayloadPart(Buffer.alloc(mebibyte))),
  'eleven files': ofForm(413, 'Too many files', payloadPart(), ...eleven),
  'a file over 10 MiB': ofForm(413, 'File too large: a', payloadPart(), filePart('a', fourteenMegabytes)),
  '1,001 parts': ofForm(413, 'Request too large', payloadPart(), ...Array.from({ length: 1000 }, () => note)),
};
/** After these the connection is closed, because the request's end is not known. */
const unreadable: Record<string, Refusal> = {
  'a length and chunks': {
    status: 400,
    error: 'Bad request',
    body: long,
    head: { headers: { 'transfer-encoding': 'chunked' } },
  },
  'headers over 16 KiB': {
    status: 431,
    error: 'Request header fields too large',
    body: long,
    head: { headers: { 'x-long': 'x'.repeat(mebibyte) } },
  },
  'a broken chunk': {
    status: 500,
    error: failed,
    body: Buffer.concat([Buffer.from('zz\r\n'), long]),
    head: { headers: { 'content-length': null, 'transfer-encoding': 'chunked' } },
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

const attempts = Array.from({ length: 2 });

describe('a client that reads only after it has sent everything', () => {
  it.each(Object.entries(refusals))('gets its answer to %s each time, and is served again', async (_, refusal) => {
    const before = await service.stored();
    const connection = await connectRaw(service.port);
    for (const _attempt of attempts) await expectRefused(connection, refusal, {});
    expect(await service.stored()).toEqual(before);
    await expectAccepted(connection);
    connection.destroy();
  });

  it.each(Object.entries({ ...refusals, ...unreadable }))(
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

  it('gets its answer while another one holds the last slot', async () => {
    const holder = await connectRaw(full.port);
    await holder.send(rawHead({ headers: { 'content-length': '1000000', expect: '100-continue' } }));
    expect((await holder.nextAnswer()).status).toBe(100);
    const connection = await connectRaw(full.port);
    for (const _attempt of attempts) await expectRefused(connection, busy, {});
    connection.destroy();
    for (const _attempt of attempts) await expectRefusedAndClosed(full, busy);
    holder.destroy();
  });

  it('gets its answer when it sends on after its body was too slow', async () => {
    const request = rawRequest(long);
    const connection = await connectRaw(hurried.port);
    await connection.send(request.subarray(0, 500));
    // A later client has its answer, so this one has it too.
    expect((await exchangeRaw(hurried.port, request.subarray(0, 500))).status).toBe(408);
    await connection.send(request.subarray(500));
    expect((await connection.nextAnswer()).status).toBe(408);
    await connection.untilClosed();
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
