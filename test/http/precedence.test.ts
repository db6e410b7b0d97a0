import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  boundary,
  encodeForm,
  filePart,
  payloadPart,
  postForm,
  type RawPart,
  rawPayloadPart,
} from '../support/form.ts';
import { refuse } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';

const large = Buffer.alloc(10 * 1024 * 1024 + 1, 7);
const ten = Array.from({ length: 10 }, (_, index) => filePart(`${index}.png`, 'small'));
const missing = { status: 400, body: { error: 'Missing payload' } };
const noJson = { status: 400, body: { error: 'Invalid payload JSON' } };
const invalid = { status: 422, body: { error: 'Validation error', issues: expect.any(Array) } };
const tooMany = { status: 413, body: { error: 'Too many files' } };
const tooLarge = { status: 413, body: { error: 'File too large: large' } };
const cut = {
  status: 500,
  body: {
    error: 'Commission submission failed',
    message: 'Unreadable multipart body: the final boundary is missing',
  },
};

const payloads = {
  'no payload': [],
  'a payload that is a file': [
    { headers: ['Content-Disposition: form-data; name="payload"; filename=""'], body: JSON.stringify({}) },
  ],
  'JSON that is none': [rawPayloadPart('{"customerName":')],
  'a payload against the rules': [payloadPart({ customerName: '' })],
  'a valid payload': [payloadPart()],
} satisfies Record<string, readonly RawPart[]>;

const files = {
  'no file': [],
  'eleven files': [...ten, filePart('10.png', 'small')],
  'a file too large': [filePart('large', large)],
  'eleven files, the first too large': [filePart('large', large), ...ten],
  'eleven files, the last too large': [...ten, filePart('large', large)],
} satisfies Record<string, readonly RawPart[]>;

type PayloadKind = keyof typeof payloads;
type FilesKind = keyof typeof files;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

const answerTo = (form: Buffer) => refuse(service, () => postForm(service.endpoint, form));

describe.each<[PayloadKind, FilesKind, object]>([
  ['no payload', 'eleven files', missing],
  ['no payload', 'a file too large', missing],
  ['no payload', 'eleven files, the first too large', missing],
  ['a payload that is a file', 'eleven files', missing],
  ['a payload that is a file', 'a file too large', missing],
  ['a payload that is a file', 'eleven files, the last too large', missing],
  ['JSON that is none', 'eleven files', noJson],
  ['JSON that is none', 'a file too large', noJson],
  ['JSON that is none', 'eleven files, the first too large', noJson],
  ['a payload against the rules', 'eleven files', invalid],
  ['a payload against the rules', 'a file too large', invalid],
  ['a payload against the rules', 'eleven files, the last too large', invalid],
  ['a valid payload', 'eleven files, the first too large', tooMany],
  ['a valid payload', 'eleven files, the last too large', tooMany],
])('%s with %s', (payload, attached, verdict) => {
  it('is answered by the earlier row of the table when the payload comes first', async () => {
    expect(await answerTo(encodeForm([...payloads[payload], ...files[attached]]))).toEqual(verdict);
  });

  it('is answered by the earlier row of the table when the payload comes last', async () => {
    expect(await answerTo(encodeForm([...files[attached], ...payloads[payload]]))).toEqual(verdict);
  });
});

describe('a form without its final boundary', () => {
  it.each<[PayloadKind, FilesKind, object]>([
    ['a payload that is a file', 'a file too large', missing],
    ['JSON that is none', 'eleven files', noJson],
    ['JSON that is none', 'a file too large', noJson],
    ['a payload against the rules', 'eleven files', invalid],
    ['a payload against the rules', 'a file too large', invalid],
    ['a valid payload', 'eleven files', tooMany],
    ['a valid payload', 'a file too large', tooLarge],
    ['a valid payload', 'eleven files, the first too large', tooMany],
    ['no payload', 'eleven files', cut],
    ['no payload', 'a file too large', cut],
    ['a valid payload', 'no file', cut],
    ['JSON that is none', 'no file', cut],
    ['a payload against the rules', 'no file', cut],
    ['a payload that is a file', 'no file', missing],
  ])('has the verdict of the parts that were read: %s, then %s', async (payload, attached, verdict) => {
    expect(await answerTo(cutShort([...payloads[payload], ...files[attached]]))).toEqual(verdict);
  });

  it.each<[FilesKind, PayloadKind, object]>([
    ['no file', 'a valid payload', cut],
    ['eleven files', 'JSON that is none', cut],
    ['a file too large', 'a payload against the rules', cut],
    ['eleven files', 'a payload that is a file', missing],
  ])(
    'has the verdict of the parts that were read where the payload is unfinished: %s, then %s',
    async (attached, payload, verdict) => {
      expect(await answerTo(cutShort([...files[attached], ...payloads[payload]]))).toEqual(verdict);
    },
  );

  it('is unreadable when a payload might still have followed', async () => {
    const note = { headers: ['Content-Disposition: form-data; name="note"'], body: 'x' };
    expect(await answerTo(cutShort([filePart('a.png', 'a'), note]))).toEqual(cut);
  });
});

function cutShort(parts: readonly RawPart[]): Buffer {
  return encodeForm(parts).subarray(0, -`\r\n--${boundary}--\r\n`.length);
}
