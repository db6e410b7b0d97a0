import { maxPayloadBytes, maxPayloadMembers, maxPayloadStructures } from '../../../src/intake/submission/limits.ts';
import { type RawPart, rawPayloadPart, validPayload } from '../../../test/support/form.ts';

/** A payload part of at most 384 KiB that is expensive to parse, with its expected status. */
interface HostilePayload {
  readonly name: string;
  readonly status: 201 | 400 | 413 | 422;
  readonly part: RawPart;
}

const maxBytes = maxPayloadBytes;
const valid = JSON.stringify(validPayload).slice(1, -1);
/** Room for the parts that are not repeated. */
const spareBytes = 500;

/** Repeats the piece as often as there is room. */
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

function nested(open: string, close: string, depth: number): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

const key = (index: number) => `k${index.toString(36)}`;
/** Adds a field to the valid fields. */
const withField = (field: string) => `{${valid},${field}}`;
const long = (piece: string) => fill(() => piece, '');

/** As many members as allowed, minus the valid fields and one more. */
const mostMembers = Array.from({ length: maxPayloadMembers - 20 }, (_, index) => `"${key(index)}":1`);
const objects = mostMembers.map((member) => `{${member}}`).join(',');
/** As many arrays as allowed, minus the payload itself and one around others. */
const mostArrays = maxPayloadStructures - 2;
/** As many nested arrays as allowed beside the objects. */
const brackets = nested('[', ']', mostArrays - mostMembers.length);

function payload(name: string, status: HostilePayload['status'], text: string): HostilePayload {
  return { name, status, part: rawPayloadPart(text) };
}

export const hostilePayloads: readonly HostilePayload[] = [
  payload('as deep arrays as may be', 422, nested('[', ']', mostArrays)),
  payload('as deep arrays as may be, nobody looks at', 201, withField(`"u":${nested('[', ']', mostArrays)}`)),
  payload('deeper arrays', 413, nested('[', ']', maxBytes / 2 - 1)),
  payload('nested objects nobody looks at', 413, withField(`"u":${nested('{"a":', '}', 65_000)}`)),
  payload('brackets closed by braces', 400, nested('[', '}', mostArrays)),
  payload('as many lists as may be, nobody looks at', 201, withField(`"u":[${'[],'.repeat(mostArrays - 1)}1]`)),
  payload('as many brackets without an end as may be', 400, '['.repeat(maxPayloadStructures)),
  payload('brackets without an end', 413, '['.repeat(maxBytes)),
  payload('as many empty objects as may be', 201, withField(`"u":[${'{},'.repeat(mostArrays - 1)}1]`)),
  payload('objects with keys of their own', 413, withField(`"u":[${fill((index) => `{"${key(index)}":1}`)}]`)),
  payload('as many objects as may be, and brackets', 201, withField(`"u":[${objects}],"v":${brackets}`)),
  payload('as many unknown keys as may be', 201, `{${mostMembers},${valid}}`),
  payload('unknown keys', 413, `{${fill((index) => `"${key(index)}":1`)},${valid}}`),
  payload(
    'long unknown keys outside of ASCII',
    201,
    `{${fill((index) => `"${'ключ'.repeat(8)}${key(index)}":1`)},${valid}}`,
  ),
  payload(
    'long unknown keys with escapes',
    201,
    `{${fill((index) => `"${'\\u0061'.repeat(6)}${key(index)}":1`)},${valid}}`,
  ),
  payload('far-off indexes', 413, `{${fill((index) => `"${(index * 65_536) % 4_294_967_291}":1`)},${valid}}`),
  payload('__proto__ again and again', 413, `{${fill(() => '"__proto__":[]')},${valid}}`),
  payload('one key again and again', 413, `{${fill(() => '"message":"m"')},${valid}}`),
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
