import { gzipSync } from 'node:zlib';
import { boundary, encodeForm, filePart, payloadPart, type RawPart } from '../../../test/support/form.ts';
import { rawHead, rawRequest } from '../../../test/support/raw-request.ts';
import { hostilePayloads } from './payloads.ts';

/** A request that is meant to keep the service busy, with its expected status. */
export interface HostileInput {
  readonly name: string;
  readonly status: number;
  readonly request: Buffer;
  /** The longest allowed block of the main thread, where the service cannot bound it. */
  readonly maxStallMs?: number;
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const times = <T>(count: number, item: T) => Array.from({ length: count }, () => item);
const note: RawPart = { headers: ['Content-Disposition: form-data; name="a"'], body: '' };

function form(name: string, status: number, parts: readonly RawPart[]): HostileInput {
  return { name, status, request: rawRequest(encodeForm(parts)) };
}

/** Returns a form with a file of this content, which the search for the boundary scans. */
function search(name: string, content: string): HostileInput {
  return form(name, 201, [payloadPart(), filePart('a', Buffer.alloc(10 * mebibyte, content))]);
}

/** Returns a part with a header block just below the size limit. */
function longHeader(line: (text: string) => string, piece: string): RawPart {
  const text = piece.repeat(Math.floor((16 * kibibyte - 200) / piece.length));
  return { headers: [line(text)], body: '' };
}

/** The framing of RFC 9112 section 7.1. */
function inChunksOfOneByte(body: Buffer): Buffer {
  return Buffer.from(`${body.toString('latin1').replace(/./gs, '1\r\n$&\r\n')}0\r\n\r\n`, 'latin1');
}

function inChunks(name: string, status: number, path: string): HostileInput {
  const head = rawHead({ path, headers: { 'transfer-encoding': 'chunked' } });
  const body = inChunksOfOneByte(encodeForm([payloadPart(), filePart('a', Buffer.alloc(mebibyte))]));
  // Node reads at least 64 KiB in one turn of the event loop, which is 11,000 chunks.
  return { name, status, maxStallMs: 100, request: Buffer.concat([Buffer.from(head), body]) };
}

/** A file whose media type has a long run of blanks. */
const blankType: RawPart = {
  headers: ['Content-Disposition: form-data; name="files"; filename="a"', `Content-Type: a/x${' '.repeat(16_000)}x`],
  body: 'a',
};
const fileName = (text: string) => `Content-Disposition: form-data; name="a"; filename="${text}"`;
const parameters = (text: string) => `Content-Disposition: form-data; name="a"${text}`;

export const makeHostileInputs = (): readonly HostileInput[] => [
  ...hostilePayloads.map(({ name, status, part }) => form(name, status, [part])),
  form('100,000 parts', 413, [payloadPart(), ...times(100_000, note)]),
  form('999 names of line breaks', 201, [payloadPart(), ...times(999, longHeader(fileName, '%0D%0A'))]),
  form('999 names of backslashes', 201, [payloadPart(), ...times(999, longHeader(fileName, '\\\\'))]),
  form('999 names of quotes', 201, [payloadPart(), ...times(999, longHeader(fileName, '\\"'))]),
  form('999 lists of parameters', 201, [payloadPart(), ...times(999, longHeader(parameters, ';a=b'))]),
  form('ten media types of blanks', 201, [payloadPart(), ...times(10, blankType)]),
  search('near-boundaries', `\r\n--${boundary.slice(0, -1)}`),
  search('line breaks and dashes', '\r\n--'),
  search('line breaks', '\r\n'),
  inChunks('a mebibyte in chunks of one byte', 201, '/api/v1/commissions'),
  inChunks('a mebibyte in chunks of one byte to an unknown path', 404, '/unknown'),
  {
    name: 'a compressed body',
    status: 500,
    request: rawRequest(gzipSync(Buffer.alloc(200 * mebibyte)), { headers: { 'content-encoding': 'gzip' } }),
  },
  {
    name: 'headers of 16 KiB',
    status: 201,
    request: rawRequest(encodeForm([payloadPart()]), {
      headers: Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`x-${index}`, 'x'.repeat(10)])),
    }),
  },
];
