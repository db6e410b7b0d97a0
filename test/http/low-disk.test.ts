import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart, postForm, postParts, type RawPart } from '../support/form.ts';
import { connectRaw } from '../support/raw-connection.ts';
import { rawHead } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** More than any disk has. */
const tooMuch = String(Number.MAX_SAFE_INTEGER);
const mebibyte = 1024 * 1024;
const noRoom = { error: 'No room for files' };

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ DISK_FLOOR_BYTES: tooMuch, SPOOL_MEMORY_BYTES: String(64 * 1024) });
});

afterEach(() => service.pool.query('delete from commission_requests'));

afterAll(() => service.close());

const post = (...parts: readonly RawPart[]) => postParts(service.endpoint, parts);
const png = filePart('a.png', 'cat');

describe('below the floor of free disk space', () => {
  it.each([
    ['a file', [payloadPart(), png]],
    ['a file before the payload', [png, payloadPart()]],
    ['an empty file', [payloadPart(), filePart('a.png', '')]],
    [
      'a hundred megabytes',
      [payloadPart(), ...Array.from({ length: 10 }, () => filePart('a', randomBytes(10 * mebibyte)))],
    ],
  ])('answers 503 with Retry-After to a form with %s, and keeps nothing', async (_, parts) => {
    const { status, body, headers } = await post(...parts);
    expect([status, body]).toEqual([503, noRoom]);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await service.stored()).toEqual({
      requests: 0,
      links: 0,
      files: 0,
      intents: 0,
      objectFiles: 0,
      spoolFiles: 0,
    });
  });

  it.each([
    ['without files', [payloadPart()]],
    ['with an untouched file input', [payloadPart(), filePart('', '')]],
    [
      'with a file of another name',
      [payloadPart(), { ...png, headers: ['Content-Disposition: form-data; name="other"; filename="a"'] }],
    ],
  ])('stores a form %s', async (_, parts) => {
    expect((await post(...parts)).status).toBe(201);
    expect(await service.stored()).toMatchObject({ requests: 1, files: 0 });
  });

  it.each([
    ['a missing payload', 400, [png]],
    ['a payload that is no JSON', 400, [png, { ...payloadPart(), body: '{' }]],
    ['an invalid payload', 422, [png, payloadPart({ customerName: '' })]],
    ['eleven files', 413, [payloadPart(), ...Array.from({ length: 11 }, () => png)]],
    ['a file that is too large', 413, [filePart('a', Buffer.alloc(10 * mebibyte + 1)), payloadPart()]],
  ])('answers %s with %i, as above it', async (_, status, parts) => {
    expect((await post(...parts)).status).toBe(status);
  });

  it('answers a form that breaks off as above it', async () => {
    const form = encodeForm([payloadPart(), png]);
    const { status, body } = await postForm(service.endpoint, form.subarray(0, -20));
    expect([status, body.message]).toEqual([500, expect.stringContaining('the final boundary is missing')]);
  });

  it('keeps the connection for the next form', async () => {
    const client = await connectRaw(service.port);
    const send = async (form: Buffer) => {
      await client.send(rawHead({ headers: { 'content-length': String(form.length), expect: '100-continue' } }));
      expect((await client.nextAnswer()).status).toBe(100);
      await client.send(form);
      return (await client.nextAnswer()).status;
    };
    expect(await send(encodeForm([payloadPart(), filePart('a.png', randomBytes(mebibyte))]))).toBe(503);
    expect(await send(encodeForm([payloadPart()]))).toBe(201);
    client.destroy();
  });

  it('binds no idempotency key', async () => {
    const headers = { 'idempotency-key': 'one' };
    expect((await postParts(service.endpoint, [payloadPart(), png], headers)).status).toBe(503);
    expect((await postParts(service.endpoint, [payloadPart()], headers)).status).toBe(201);
  });

  it('is ready with a warning, and logs the verdict and the disk', async () => {
    const response = await fetch(`${service.address}/readyz`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ready', warning: 'Too little disk space for files' },
    ]);
    await post(payloadPart(), png);
    await expect
      .poll(() => service.logLines.map(({ msg }) => msg))
      .toContainEqual(expect.stringMatching(/^Disk: .* too little free, .* DISK_FLOOR_BYTES/));
    expect(service.logLines).toContainEqual(expect.objectContaining({ verdict: 'no-room-for-files' }));
  });
});
