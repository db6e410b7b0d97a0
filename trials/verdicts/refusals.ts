import { lingerMs } from '../../src/http/connection/drain.ts';
import { encodeForm, filePart, payloadPart, type RawPart, rawPayloadPart } from '../../test/support/form.ts';
import { type RawHead, rawHead, rawRequest } from '../../test/support/raw-request.ts';

/** A request that is rejected before its body has been read, with the expected response. */
export interface Refusal {
  readonly name: string;
  readonly status: number;
  readonly error: string;
  /** Returns the whole request. `headers` are the connection's. */
  request(headers: Readonly<Record<string, string>>): Buffer;
  /** The bytes to send first, and the pause after them. */
  readonly pause?: { readonly afterBytes: number; readonly ms: number };
}

const mebibyte = 1024 * 1024;
/** More than the operating system buffers on both sides. Buffering would hide a connection that is closed too early. */
const restBytes = 3_000_000;

const rest: RawPart = { headers: ['Content-Disposition: form-data; name="rest"'], body: Buffer.alloc(restBytes, 'x') };
const note: RawPart = { headers: ['Content-Disposition: form-data; name="note"'], body: '' };
const payloadFile = { headers: ['Content-Disposition: form-data; name="payload"; filename="p"'], body: '{}' };
const valid = encodeForm([payloadPart(), rest]);

function refusal(name: string, status: number, error: string, body: Buffer, head: RawHead = {}): Refusal {
  const request = (headers: Readonly<Record<string, string>>) =>
    rawRequest(body, { ...head, headers: { ...head.headers, ...headers } });
  return { name, status, error, request };
}

function formRefusal(name: string, status: number, error: string, parts: readonly RawPart[]): Refusal {
  return refusal(name, status, error, encodeForm(parts));
}

const failed = 'Commission submission failed';
const times = <T>(count: number, item: T) => Array.from({ length: count }, () => item);

/** Refusals of a service in its normal state. */
export const refusals: readonly Refusal[] = [
  refusal('another path', 404, 'Not found', valid, { path: '/other' }),
  refusal('another method', 405, 'Method not allowed', valid, { method: 'PUT' }),
  refusal('no form', 500, failed, valid, { headers: { 'content-type': 'text/plain' } }),
  refusal('a compressed body', 500, failed, valid, { headers: { 'content-encoding': 'gzip' } }),
  formRefusal('a part without a name', 500, failed, [{ headers: ['X: y'], body: '' }, rest]),
  formRefusal('a payload that is a file', 400, 'Missing payload', [payloadFile, rest]),
  formRefusal('no JSON', 400, 'Invalid payload JSON', [rawPayloadPart('{'), rest]),
  formRefusal('a payload against the rules', 422, 'Validation error', [payloadPart({}), rest]),
  formRefusal('eleven files', 413, 'Too many files', [payloadPart(), ...times(11, filePart('a', '')), rest]),
  formRefusal('a file over 10 MiB', 413, 'File too large: large', [
    payloadPart(),
    filePart('large', Buffer.alloc(10 * mebibyte + 1)),
  ]),
  formRefusal('a payload over its cap', 413, 'Request too large', [rawPayloadPart(Buffer.alloc(2 * mebibyte)), rest]),
  formRefusal('1,001 parts', 413, 'Request too large', [payloadPart(), ...times(1000, note), rest]),
  refusal('a length and chunks', 400, 'Bad request', valid, { headers: { 'transfer-encoding': 'chunked' } }),
  {
    name: 'headers over 16 KiB',
    status: 431,
    error: 'Request header fields too large',
    request: (headers) => Buffer.from(rawHead({ headers: { ...headers, 'x-long': 'x'.repeat(restBytes) } })),
  },
  {
    name: 'a broken chunk',
    status: 500,
    error: failed,
    request: (headers) =>
      Buffer.concat([
        Buffer.from(`${rawHead({ headers: { ...headers, 'transfer-encoding': 'chunked' } })}zz\r\n`),
        valid,
      ]),
  },
];

export const bucketMissing = refusal('no bucket', 500, failed, valid);
/** The limit of a body in bytes. */
export const maxRequestBytes = 2 * mebibyte;
export const overTheCap = refusal('a body over the cap', 413, 'Request too large', valid);

export const busy = refusal('no place', 503, 'Service busy', valid);

export const bodyRateWindowMs = 1000;
/** Sends the rest after the 408, which it has not read yet, before the service stops waiting for the rest. */
export const tooSlow: Refusal = {
  ...refusal('a body too slow', 408, 'Request timeout', valid),
  pause: { afterBytes: 500, ms: bodyRateWindowMs + lingerMs / 2 },
};
