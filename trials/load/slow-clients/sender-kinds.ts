import { encodeForm, filePart, payloadPart, rawPayloadPart } from '../../../test/support/form.ts';
import { rawHead } from '../../../test/support/raw-request.ts';

/** The bytes that each connection sends first, and those that it sends again and again afterwards. */
export interface SenderKind {
  readonly name: string;
  readonly first: Buffer;
  readonly later?: { readonly bytes: Buffer; readonly everyMs: number };
  readonly readsResponses: boolean;
}

/** Small enough that the service always admits the body, which is the hardest case for the service. */
const announced = rawHead({ headers: { 'content-length': String(60 * 1024) } });
const chunked = rawHead({ headers: { 'transfer-encoding': 'chunked' } });
const held = 'x'.repeat(60_000);
const chunk = (bytes: Buffer) =>
  Buffer.from(`${bytes.length.toString(16)}\r\n${bytes.toString('latin1')}\r\n`, 'latin1');
/** A form without the end of its last part. */
const unended = (form: Buffer) => form.subarray(0, form.lastIndexOf('\r\n--'));
const after = (head: string, form: Buffer) => Buffer.concat([Buffer.from(head), unended(form)]);

export const slowSender: SenderKind = {
  name: 'half-sent forms',
  first: after(announced, encodeForm([payloadPart(), filePart('slow.png', '')])),
  later: { bytes: Buffer.alloc(16, 'x'), everyMs: 5000 },
  readsResponses: true,
};

/** Never ends its payload. */
export const payloadHolder: SenderKind = {
  name: 'holders of 60 KB of payload',
  first: after(announced, encodeForm([rawPayloadPart(held)])),
  readsResponses: true,
};

/** Never ends its file. */
export const fileHolder: SenderKind = {
  name: 'holders of 60 KB of a file',
  first: after(announced, encodeForm([filePart('a', held)])),
  readsResponses: true,
};

export const pipeliner: SenderKind = {
  name: 'pipeliners of 1,500 requests',
  first: Buffer.from('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1500)),
  readsResponses: false,
};

/** Fast enough to keep its slot while others wait. */
export const chunkedSender: SenderKind = {
  name: 'senders of 20 KB a second of an unannounced length',
  first: Buffer.concat([Buffer.from(chunked), chunk(unended(encodeForm([filePart('a', '')])))]),
  later: { bytes: chunk(Buffer.alloc(20_000, 'x')), everyMs: 1000 },
  readsResponses: true,
};
