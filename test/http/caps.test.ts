import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  encodeForm,
  filePart,
  formType,
  payloadPart,
  postForm,
  type RawPart,
  rawPayloadPart,
  validPayload,
} from '../support/form.ts';
import { refuse } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { requestRow } from '../support/stored-submission.ts';

const maxBytes = 2 * 1024 * 1024;
const mebibyte = 1024 * 1024;
const maxPayloadBytes = 384 * 1024;
const requestTooLarge = { status: 413, body: { error: 'Request too large' } };

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ MAX_REQUEST_BYTES: String(maxBytes) });
});

afterAll(async () => {
  await service.close();
});

const post = (form: Uint8Array) => postForm(service.endpoint, form);

/** Sends the form in chunks, without a `content-length`. */
async function postInChunks(form: Uint8Array) {
  const body = new ReadableStream({
    async start(controller) {
      for (let at = 0; at < form.length; at += 50_000) controller.enqueue(form.subarray(at, at + 50_000));
      controller.close();
    },
  });
  const headers = { 'content-type': formType };
  const init = { method: 'POST', body, headers, duplex: 'half' };
  const response = await fetch(service.endpoint, init);
  return { status: response.status, body: await response.json() };
}

/** Returns a form of exactly this many bytes. The last part is padding. */
function formOf(bytes: number, parts: readonly RawPart[]): Buffer {
  const missing = bytes - encodeForm([...parts, paddingPart(0)]).length;
  return encodeForm([...parts, paddingPart(missing)]);
}

function paddingPart(bytes: number): RawPart {
  return { headers: ['Content-Disposition: form-data; name="padding"'], body: Buffer.alloc(bytes, 'x') };
}

const eleven = Array.from({ length: 11 }, (_, index) => filePart(`${index}`, ''));

describe.each([
  ['with a Content-Length', post],
  ['in chunks', postInChunks],
])('a body %s', (_, send) => {
  it('is accepted at the cap', async () => {
    expect(await send(formOf(maxBytes, [payloadPart()]))).toMatchObject({ status: 201 });
  });

  it('is too large one byte over the cap', async () => {
    const form = formOf(maxBytes + 1, [payloadPart(), filePart('a.png', 'a')]);
    expect(await refuse(service, () => send(form))).toEqual(requestTooLarge);
  });

  it.each([
    ['a payload that is no JSON', [rawPayloadPart('{')], 400, 'Invalid payload JSON'],
    ['a payload against the rules', [payloadPart({})], 422, 'Validation error'],
    ['eleven files', [payloadPart(), ...eleven], 413, 'Too many files'],
    ['eleven files and no payload yet', eleven, 413, 'Too many files'],
  ])('is answered for %s before the cap', async (_what, parts, status, error) => {
    const form = formOf(3 * maxBytes, parts);
    expect(await refuse(service, () => send(form))).toMatchObject({ status, body: { error } });
  });
});

describe('a payload part', () => {
  const payloadOf = (bytes: number) => {
    const spare = bytes - JSON.stringify({ ...validPayload, unknown: '' }).length - extraUtf8Bytes;
    return JSON.stringify({ ...validPayload, unknown: 'x'.repeat(spare) });
  };
  const extraUtf8Bytes = Buffer.byteLength(JSON.stringify(validPayload)) - JSON.stringify(validPayload).length;

  it('may have 384 KiB', async () => {
    const text = payloadOf(maxPayloadBytes);
    expect(Buffer.byteLength(text)).toBe(maxPayloadBytes);
    const { status, body } = await post(encodeForm([rawPayloadPart(text)]));
    expect(status).toBe(201);
    expect((await requestRow(service, body.id)).message).toBe(validPayload.message);
  });

  it('is too large one byte over it', async () => {
    const form = encodeForm([rawPayloadPart(payloadOf(maxPayloadBytes + 1))]);
    expect(await refuse(service, () => post(form))).toEqual(requestTooLarge);
  });

  it('may be the longest valid one, all of it escaped', async () => {
    const cat = '\\ud83d\\udc08';
    const longest = Object.entries({ ...validPayload, customerName: 200, customerSocials: 2000, message: 20_000 }).map(
      ([key, value]) => `"${key}":${typeof value === 'number' ? `"${cat.repeat(value)}"` : JSON.stringify(value)}`,
    );
    const { status, body } = await post(encodeForm([rawPayloadPart(`{${longest}}`)]));
    expect(status).toBe(201);
    expect((await requestRow(service, body.id)).message).toBe('🐈'.repeat(20_000));
  });

  it('yields to eleven files before it', async () => {
    const form = encodeForm([...eleven, rawPayloadPart(payloadOf(maxPayloadBytes + 1))]);
    expect(await refuse(service, () => post(form))).toEqual({ status: 413, body: { error: 'Too many files' } });
  });

  it('may be of any size where another part governs', async () => {
    const form = encodeForm([payloadPart(), rawPayloadPart(payloadOf(maxPayloadBytes + 1))]);
    expect(await post(form)).toMatchObject({ status: 201 });
  });
});

describe('the number of parts', () => {
  const notes = (count: number) => Array.from({ length: count }, () => paddingPart(0));

  it('may be 1,000', async () => {
    expect(await post(encodeForm([...notes(999), payloadPart()]))).toMatchObject({ status: 201 });
  });

  it('is too large at 1,001', async () => {
    const form = encodeForm([payloadPart(), filePart('a.png', 'a'), ...notes(999)]);
    expect(await refuse(service, () => post(form))).toEqual(requestTooLarge);
  });

  it('yields to a verdict established before', async () => {
    const form = encodeForm([...eleven, ...notes(1000), payloadPart()]);
    expect(await refuse(service, () => post(form))).toEqual({ status: 413, body: { error: 'Too many files' } });
  });
});

describe('a file over 10 MiB', () => {
  it('is named though the cap comes before the end of the form', async () => {
    const roomy = await startTestService({ MAX_REQUEST_BYTES: String(11 * mebibyte) });
    const form = encodeForm([filePart('big.psd', Buffer.alloc(12 * mebibyte)), payloadPart()]);
    const { status, body } = await refuse(roomy, () => postForm(roomy.endpoint, form));
    await roomy.close();
    expect({ status, body }).toEqual({ status: 413, body: { error: 'File too large: big.psd' } });
  });
});
