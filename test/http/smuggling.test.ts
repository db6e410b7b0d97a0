import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, formType, payloadPart } from '../support/form.ts';
import { connectRaw } from '../support/raw-connection.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

const form = encodeForm([payloadPart()]);
const hex = form.length.toString(16);
/** Bytes that must never be parsed as a request when they are inside or after a rejected request. */
const smuggled = rawRequest(form);

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

function head(lines: string, lineEnd = '\r\n'): string {
  const all = ['POST /api/v1/commissions HTTP/1.1', 'Host: x', `Content-Type: ${formType}`, lines];
  return `${all.join(lineEnd)}${lineEnd}${lineEnd}`;
}

/** Resolves with the status of each response on one connection, until it is closed. */
async function statusesOf(bytes: Buffer): Promise<number[]> {
  const connection = await connectRaw(service.port);
  const statuses: number[] = [];
  await connection.send(bytes).catch(() => {});
  for (;;) {
    const answer = await connection.nextAnswer().catch(() => null);
    if (answer === null) return statuses;
    statuses.push(answer.status);
  }
}

async function expectRejected(start: string | Buffer, status: number) {
  const before = await service.stored();
  expect(await statusesOf(Buffer.concat([Buffer.from(start), smuggled]))).toEqual([status]);
  expect(await service.stored()).toEqual(before);
}

describe('a head that two readers could understand differently', () => {
  it.each([
    ['a length and chunks', `Content-Length: ${form.length}\r\nTransfer-Encoding: chunked`],
    ['chunks and a length', `Transfer-Encoding: chunked\r\nContent-Length: ${form.length}`],
    ['two lengths', `Content-Length: ${form.length}\r\nContent-Length: 0`],
    ['the same length twice', `Content-Length: ${form.length}\r\nContent-Length: ${form.length}`],
    ['a list of lengths', 'Content-Length: 0, 0'],
    ['a length with a sign', `Content-Length: +${form.length}`],
    ['a length in hexadecimal', `Content-Length: 0x${hex}`],
    ['a length with a space inside', 'Content-Length: 1 0'],
    ['a length beyond all numbers', 'Content-Length: 99999999999999999999'],
    ['no length', 'Content-Length: '],
    ['a space before the colon of a length', `Content-Length : ${form.length}`],
    ['a space before the colon of chunks', 'Transfer-Encoding : chunked'],
    ['a folded name', ` Transfer-Encoding: chunked\r\nContent-Length: ${form.length}`],
    ['chunks that are not last', 'Transfer-Encoding: chunked, identity'],
    ['a control character in a value', 'Transfer-Encoding: \u000bchunked'],
    ['a NUL in a value', `X: a\u0000b\r\nContent-Length: ${form.length}`],
    ['a bare CR in a value', `X: a\rContent-Length: 0\r\nContent-Length: ${form.length}`],
  ])('is rejected with what stands behind it: %s', async (_, lines) => {
    await expectRejected(head(lines), 400);
  });

  it('is rejected with lines that end in a bare LF', async () => {
    await expectRejected(head(`Content-Length: ${form.length}`, '\n'), 400);
  });

  it('is rejected in another protocol', async () => {
    await expectRejected('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400);
    await expectRejected('POST /api/v1/commissions\r\n', 400);
  });
});

// The connections linger for a second, all at the same time.
describe('a chunk that two readers could understand differently', () => {
  it.concurrent.each([
    ['a size with a sign', `+${hex}\r\n${form}\r\n0\r\n\r\n`],
    ['a size in another notation', `0x${hex}\r\n${form}\r\n0\r\n\r\n`],
    ['no size', `\r\n${form}\r\n0\r\n\r\n`],
    ['a size that ends in a bare LF', `${hex}\n${form}\r\n0\r\n\r\n`],
    ['a size beyond all numbers', `fffffffffffffffff\r\n${form}\r\n0\r\n\r\n`],
    ['more bytes than its size', `${hex}\r\n${form}x\r\n0\r\n\r\n`],
    ['no line break behind the bytes', `${hex}\r\n${form}0\r\n\r\n`],
    ['a length in the trailers', `${hex}\r\n${form}\r\n0\r\nContent-Length: 0\r\n\r\n`],
    ['an extension of 20 KiB', `${hex};${'x'.repeat(20_000)}\r\n${form}\r\n0\r\n\r\n`],
  ])('is rejected with what stands behind it: %s', async (_, body) => {
    await expectRejected(head('Transfer-Encoding: chunked') + body, 500);
  });

  it.concurrent('is rejected in an unknown encoding', async () => {
    await expectRejected(`${head('Transfer-Encoding: xchunked')}${hex}\r\n${form}\r\n0\r\n\r\n`, 500);
  });
});

describe('a body that only looks odd', () => {
  it.each([
    ['a chunk with an extension', 'Transfer-Encoding: chunked', `${hex};a=b\r\n${form}\r\n0\r\n\r\n`],
    ['chunks with trailers', 'Transfer-Encoding: chunked', `${hex}\r\n${form}\r\n0\r\nX: y\r\n\r\n`],
    ['a size with zeros in front', 'Transfer-Encoding: chunked', `000${hex}\r\n${form}\r\n0\r\n\r\n`],
    ['chunks in capitals', 'TRANSFER-ENCODING: Chunked', `${hex}\r\n${form}\r\n0\r\n\r\n`],
    ['a length with zeros in front', `Content-Length: 000${form.length}`, form.toString()],
  ])('is read, and so is the request behind it: %s', async (_, lines, body) => {
    const connection = await connectRaw(service.port);
    await connection.send(Buffer.concat([Buffer.from(head(lines) + body), smuggled]));
    expect((await connection.nextAnswer()).status).toBe(201);
    expect((await connection.nextAnswer()).status).toBe(201);
    connection.destroy();
  });
});
