import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  boundary,
  encodeForm,
  filePart,
  formType,
  payloadPart,
  postForm,
  postParts,
  type RawPart,
  rawPayloadPart,
  validPayload,
} from '../support/form.ts';
import { exchangeRaw } from '../support/raw-connection.ts';
import { rawRequest } from '../support/raw-request.ts';
import { refuse } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fileRows, readObject, requestRow } from '../support/stored-submission.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

const json = JSON.stringify(validPayload);
const asText = (name: string, body: string | Uint8Array, ...more: string[]): RawPart => ({
  headers: [`Content-Disposition: form-data; name="${name}"`, ...more],
  body,
});

async function accept(form: Uint8Array, headers: Record<string, string> = {}) {
  const { status, body } = await postForm(service.endpoint, form, headers);
  expect({ status, body }).toMatchObject({ status: 201 });
  return { request: await requestRow(service, body.id), files: await fileRows(service, body.id) };
}

const acceptParts = (parts: readonly RawPart[]) => accept(encodeForm(parts));

async function expectUnreadable(form: Uint8Array, reason: RegExp, headers: Record<string, string> = {}) {
  const answer = await refuse(service, () => postForm(service.endpoint, form, headers));
  expect(answer).toEqual({
    status: 500,
    body: { error: 'Commission submission failed', message: expect.stringMatching(/^Unreadable multipart body: /) },
  });
  expect(answer.body).toMatchObject({ message: expect.stringMatching(reason) });
}

describe('text and files (C1)', () => {
  it('takes a part with a Content-Type but no file name as text', async () => {
    const { request } = await acceptParts([asText('payload', json, 'Content-Type: image/png')]);
    expect(request.customer_name).toBe(validPayload.customerName);
  });

  it('takes a part with a filename* alone as a file', async () => {
    const headers = ["Content-Disposition: form-data; name=files; filename*=UTF-8''%C3%BC.png"];
    const { files } = await acceptParts([payloadPart(), { headers, body: 'x' }]);
    expect(files).toMatchObject([{ original_file: 'ü.png' }]);
  });

  it('takes a payload with a filename* as a file, so as missing', async () => {
    const headers = ["Content-Disposition: form-data; name=payload; filename*=UTF-8''p.json"];
    const answer = await refuse(service, () => postParts(service.endpoint, [{ headers, body: json }, payloadPart()]));
    expect(answer).toEqual({ status: 400, body: { error: 'Missing payload' } });
  });
});

describe('the payload part (C2, C3)', () => {
  it('governs where it is the first of its name', async () => {
    const { request } = await acceptParts([payloadPart(), payloadPart({}), rawPayloadPart('{')]);
    expect(request.message).toBe(validPayload.message);
  });

  it('is refused where the first of its name is bad, whatever follows', async () => {
    const parts = [rawPayloadPart('{'), payloadPart()];
    const answer = await refuse(service, () => postParts(service.endpoint, parts));
    expect(answer).toEqual({ status: 400, body: { error: 'Invalid payload JSON' } });
  });

  it('may begin with a byte order mark', async () => {
    const { request } = await acceptParts([rawPayloadPart(`\ufeff${json}`)]);
    expect(request.customer_name).toBe(validPayload.customerName);
  });

  it.each([
    ['Latin-1', Buffer.from(json, 'latin1')],
    ['a cut character', Buffer.from(json.replace('ë', '\ud83d'), 'utf8').subarray(0, -1)],
    ['an encoded surrogate', Buffer.concat([Buffer.from('{"a":"'), Buffer.from('eda080', 'hex'), Buffer.from('"}')])],
    ['an overlong form', Buffer.concat([Buffer.from('{"a":"'), Buffer.from('c0af', 'hex'), Buffer.from('"}')])],
    ['UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le')],
    ['a second byte order mark', Buffer.from(`\ufeff\ufeff${json}`)],
  ])('is invalid JSON in %s', async (_, bytes) => {
    const answer = await refuse(service, () => postParts(service.endpoint, [rawPayloadPart(bytes)]));
    expect(answer).toEqual({ status: 400, body: { error: 'Invalid payload JSON' } });
  });
});

describe('other parts (C4, C5)', () => {
  it('are dropped, text parts named files among them', async () => {
    const stranger = { headers: ['Content-Disposition: form-data; name="file"; filename="a.png"'], body: 'a' };
    const ignored = Array.from({ length: 12 }, () => asText('files', 'text'));
    const { files } = await acceptParts([stranger, asText('note', 'x'), ...ignored, payloadPart(), stranger]);
    expect(files).toEqual([]);
  });

  it('takes no file from an untouched file input', async () => {
    const untouched = filePart('', '', 'application/octet-stream');
    const { files } = await acceptParts([payloadPart(), ...Array.from({ length: 11 }, () => untouched)]);
    expect(files).toEqual([]);
  });

  it('keeps a file without bytes and a file without a name', async () => {
    const { files } = await acceptParts([filePart('empty.png', ''), filePart('', 'nameless'), payloadPart()]);
    expect(files).toMatchObject([
      { original_file: 'empty.png', file_size: '0', position: 0 },
      { original_file: '', file_size: '8', position: 1 },
    ]);
    const objects = await Promise.all(files.map((file) => readObject(service, file.file_key)));
    expect(objects.map((object) => object?.bytes.toString())).toEqual(['', 'nameless']);
  });
});

describe('the frame (C6)', () => {
  const form = encodeForm([payloadPart(), filePart('a.png', 'a')]);

  it.each([
    ['a preamble', Buffer.concat([Buffer.from('to whom it may concern\r\n'), form])],
    ['a line break first', Buffer.concat([Buffer.from('\r\n'), form])],
    ['an epilogue', Buffer.concat([form, Buffer.from(`goodbye\r\n--${boundary.slice(0, -1)}\r\nnothing`)])],
    ['no line break at its end', form.subarray(0, -2)],
    ['padding behind a boundary', Buffer.from(form.toString().replaceAll(`${boundary}\r\n`, `${boundary} \t\r\n`))],
  ])('may have %s', async (_, body) => {
    expect((await accept(body)).files).toMatchObject([{ original_file: 'a.png', file_size: '1' }]);
  });

  it.each([
    ['bare line feeds', Buffer.from(form.toString().replaceAll('\r\n', '\n')), /bare LF/],
    [
      'bare line feeds among headers',
      Buffer.from(form.toString().replace('\r\nContent-Type', '\nContent-Type')),
      /bare LF/,
    ],
    ['no final boundary', form.subarray(0, -`--${boundary}--\r\n`.length), /final boundary is missing/],
    ['no byte', Buffer.alloc(0), /empty/],
    ['another boundary', Buffer.from(form.toString().replaceAll(boundary, 'other')), /final boundary is missing/],
    [
      'a part without headers',
      encodeForm([payloadPart(), { headers: [], body: '' }]),
      /no (headers|Content-Disposition)/,
    ],
    ['a part without a name', encodeForm([{ headers: ['Content-Disposition: form-data'], body: '' }]), /no name/],
    [
      'a part named in Latin-1',
      Buffer.from(
        encodeForm([filePart('ue.png', '')])
          .toString()
          .replace('ue', 'ü'),
        'latin1',
      ),
      /not UTF-8/,
    ],
  ])('may not have %s', async (_, body, reason) => {
    await expectUnreadable(body, reason);
  });

  it('may have 16 KiB of headers before a part, and not a byte more', async () => {
    const disposition = 'Content-Disposition: form-data; name="files"; filename="a.png"';
    const padding = (bytes: number) =>
      `X-Padding: ${'x'.repeat(bytes - disposition.length - '\r\nX-Padding: '.length)}`;
    const parts = (bytes: number) => [payloadPart(), { headers: [disposition, padding(bytes)], body: 'x' }];
    expect((await acceptParts(parts(16_384))).files).toHaveLength(1);
    await expectUnreadable(encodeForm(parts(16_385)), /over 16384 bytes/);
  });
});

describe('the request headers (C6)', () => {
  const form = encodeForm([payloadPart()]);

  it.each([
    ['text/plain', /not multipart\/form-data/],
    ['application/json', /not multipart\/form-data/],
    [`multipart/mixed; boundary=${boundary}`, /not multipart\/form-data/],
    [`multipart/form-data-x; boundary=${boundary}`, /not multipart\/form-data/],
    ['multipart/form-data', /no boundary/],
    ['multipart/form-data; boundary=', /boundary/],
    ['multipart/form-data; boundary=""', /boundary is empty/],
    [`multipart/form-data; boundary=${'b'.repeat(71)}`, /longer than 70/],
  ])('are refused with the Content-Type %s', async (type, reason) => {
    await expectUnreadable(form, reason, { 'content-type': type });
  });

  it.each([`Multipart/FORM-Data;charset=utf-8; BOUNDARY="${boundary}"`, `${formType}; x=y`])(
    'are taken with the Content-Type %s',
    async (type) => {
      await accept(form, { 'content-type': type });
    },
  );

  it('are refused without a Content-Type', async () => {
    const request = rawRequest(form, { headers: { 'content-type': null } });
    const answer = await refuse(service, () => exchangeRaw(service.port, request));
    expect(answer.status).toBe(500);
    expect(JSON.parse(String(answer.body))).toEqual({
      error: 'Commission submission failed',
      message: 'Unreadable multipart body: Content-Type is missing',
    });
  });

  it('are refused when they name a compressed body', async () => {
    await expectUnreadable(gzipSync(form), /Content-Encoding/, { 'content-encoding': 'gzip' });
    await expectUnreadable(form, /Content-Encoding/, { 'content-encoding': 'identity, br' });
  });

  it('are taken when they call the body uncompressed', async () => {
    await accept(form, { 'content-encoding': 'identity' });
  });
});

describe('the bytes of a part (C8)', () => {
  it('are taken as they are, whatever its transfer encoding', async () => {
    const headers = [...filePart('a.txt', '').headers, 'Content-Transfer-Encoding: base64'];
    const bytes = Buffer.from(`aGVsbG8=\r\n--${boundary}x\r\n--${boundary.slice(0, -1)}--\r\n\r\n\0\xff`, 'latin1');
    const { files } = await acceptParts([
      asText('payload', json, 'Content-Transfer-Encoding: quoted-printable'),
      { headers, body: bytes },
    ]);
    const [file] = files;
    expect((await readObject(service, file?.file_key ?? ''))?.bytes).toEqual(bytes);
  });
});
