import { type RawPart, rawPayloadPart, validPayload } from '../../test/support/form.ts';

/** A payload part of about a mebibyte that is dear to read, and the status that it gets. */
export interface HostilePayload {
  readonly name: string;
  readonly status: 201 | 400 | 422;
  readonly part: RawPart;
}

const maxBytes = 1024 * 1024;
const valid = JSON.stringify(validPayload).slice(1, -1);
/** Beside what is repeated. */
const spareBytes = 500;

/** As often as there is room. */
function fill(piece: (index: number) => string, separator = ','): string {
  const pieces: string[] = [];
  let bytes = spareBytes;
  for (let index = 0; ; index += 1) {
    const next = piece(index);
    bytes += Buffer.byteLength(next) + separator.length;
    if (bytes > maxBytes) return pieces.join(separator);
    pieces.push(next);
  }
}

function nested(open: string, close: string): string {
  const depth = Math.floor((maxBytes - spareBytes) / (open.length + close.length));
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

const key = (index: number) => `k${index.toString(36)}`;
/** Beside the valid fields. */
const withField = (field: string) => `{${valid},${field}}`;
const long = (piece: string) => fill(() => piece, '');

function payload(name: string, status: HostilePayload['status'], text: string): HostilePayload {
  return { name, status, part: rawPayloadPart(text) };
}

export const hostilePayloads: readonly HostilePayload[] = [
  payload('nested arrays', 422, nested('[', ']')),
  payload('nested arrays nobody looks at', 201, withField(`"u":${nested('[', ']')}`)),
  payload('nested objects nobody looks at', 201, withField(`"u":${nested('{"a":', '}')}`)),
  payload('brackets without an end', 400, '['.repeat(maxBytes)),
  payload('empty objects', 201, withField(`"u":[${fill(() => '{}')}]`)),
  payload('objects with keys of their own', 201, withField(`"u":[${fill((index) => `{"${key(index)}":1}`)}]`)),
  payload('unknown keys', 201, `{${fill((index) => `"${key(index)}":1`)},${valid}}`),
  payload('unknown keys outside of ASCII', 201, `{${fill((index) => `"ключ${key(index)}":1`)},${valid}}`),
  payload('unknown keys with escapes', 201, `{${fill((index) => `"\\u0061${key(index)}":1`)},${valid}}`),
  payload(
    'keys that are far-off indexes',
    201,
    `{${fill((index) => `"${(index * 65_536) % 4_294_967_291}":1`)},${valid}}`,
  ),
  payload('__proto__ again and again', 201, `{${fill(() => '"__proto__":[]')},${valid}}`),
  payload('one key again and again', 201, `{${fill(() => '"message":"m"')},${valid}}`),
  payload('extras, each another', 201, withField(`"extraIds":[${fill((index) => `"${key(index)}"`)}]`)),
  payload('extras, all the same', 201, withField(`"extraIds":[${fill(() => '"x"')}]`)),
  payload('extras that are numbers', 422, withField(`"extraIds":[${fill(() => '1')}]`)),
  payload('extras that are empty', 422, withField(`"extraIds":[${fill(() => '""')}]`)),
  payload('extras that are lists', 422, withField(`"extraIds":[${fill(() => '[1]')}]`)),
  payload('lone surrogates', 422, withField(`"message":"${long('\\ud800')}"`)),
  payload('NULs', 422, withField(`"message":"${long('\\u0000')}"`)),
  payload('an e-mail of dots', 422, withField(`"customerEmail":"${long('a.')}@b.co"`)),
  payload('an e-mail of hyphens', 422, withField(`"customerEmail":"a@${long('a-')}"`)),
  payload('an e-mail of labels', 422, withField(`"customerEmail":"a@${long('a.')}"`)),
  payload('a long number', 201, withField(`"u":${long('1')}`)),
];
