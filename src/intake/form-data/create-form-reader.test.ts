import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAt, cutIntoBytes, isSameForm, recordForm } from '../../../test/support/form-recorder.ts';
import { bytes, invalidBodies, manyParts, validBodies } from '../../../test/support/multipart-corpus.ts';
import { RequestTooLargeError, UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { createFormReader } from './create-form-reader.ts';
import type { FormHandler } from './form-reader.ts';

const ignoring: FormHandler = { part: () => null };
const form = bytes('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nxyz\r\n--b--');

describe.each([...validBodies])('createFormReader, given $title', ({ boundary, body, parts }) => {
  it('reads it whole', () => {
    expect(recordForm(boundary, [body])).toEqual({ parts, failure: null });
  });

  readsTheSameHoweverCut(boundary, body);
});

describe.each([...invalidBodies])('createFormReader, given $title', ({ boundary, body, message, partsBefore }) => {
  it('names its fault', () => {
    const { parts, failure } = recordForm(boundary, [body]);
    expect(failure?.endsWith(message), `${failure}`).toBe(true);
    expect(parts).toHaveLength(partsBefore);
  });

  readsTheSameHoweverCut(boundary, body);
});

function readsTheSameHoweverCut(boundary: string, body: Buffer): void {
  const whole = recordForm(boundary, [body]);
  const isLong = body.length > 4000;

  function expectTheSame(chunks: readonly Buffer[]): void {
    const cut = recordForm(boundary, chunks);
    if (!isSameForm(cut, whole)) expect(cut).toEqual(whole);
  }

  it('reads the same byte by byte', () => {
    expectTheSame(cutIntoBytes(body));
  });

  it('reads the same cut in two anywhere', () => {
    for (const offset of isLong ? sampledOffsets(body) : body.keys()) expectTheSame(cutAt(body, [offset]));
  });

  it('reads the same cut in three anywhere', () => {
    const offset = fc.nat({ max: body.length });
    const cutInThree = fc.property(offset, offset, (first, second) => expectTheSame(cutAt(body, [first, second])));
    fc.assert(cutInThree, { numRuns: isLong ? 10 : 100 });
  });
}

function sampledOffsets(body: Buffer): number[] {
  const edge = 40;
  const stride = Math.ceil(body.length / edge);
  return [...body.keys()].filter((offset) => offset < edge || offset > body.length - edge || offset % stride === 0);
}

describe('createFormReader', () => {
  it('distinguishes unreadable forms and too many parts', () => {
    const reader = createFormReader('b', ignoring);
    expect(() => reader.write(bytes('--b\r\n\r\n'))).toThrow(UnreadableMultipartError);
    expect(() => createFormReader('b', ignoring).write(manyParts(1001))).toThrow(RequestTooLargeError);
  });

  it('rejects the 1001st part before its headers', () => {
    const reader = createFormReader('b', ignoring);
    const body = manyParts(1001);
    const lastDelimiterEnd = body.lastIndexOf('--b\r\n') + 5;
    reader.write(body.subarray(0, lastDelimiterEnd - 1));
    expect(() => reader.write(body.subarray(lastDelimiterEnd - 1, lastDelimiterEnd))).toThrow(RequestTooLargeError);
  });

  it('rejects a header block as soon as it is too long', () => {
    const reader = createFormReader('b', ignoring);
    reader.write(bytes('--b\r\n', 'x'.repeat(16 * 1024)));
    expect(() => reader.write(bytes('xxxx'))).toThrow('over 16384 bytes');
  });

  it.each([
    ['part', { part: fail }],
    ['write', { part: () => ({ write: fail, end: ignore }) }],
    ['end', { part: () => ({ write: ignore, end: fail }) }],
  ])("passes on the error of the handler's %s", (_, handler: FormHandler) => {
    expect(() => createFormReader('b', handler).write(form)).toThrow('no room');
  });

  it('drops the bytes of a part that the handler does not want', () => {
    const wanted: string[] = [];
    const reader = createFormReader('b', {
      part: ({ name }) => (name === 'b' ? { write: (chunk) => wanted.push(chunk.toString()), end: ignore } : null),
    });
    const header = 'Content-Disposition: form-data; name=';
    reader.write(
      bytes(`--b\r\n${header}a\r\n\r\n1\r\n--b\r\n${header}b\r\n\r\n2\r\n--b\r\n${header}c\r\n\r\n3\r\n--b--`),
    );
    reader.end();
    expect(wanted).toEqual(['2']);
  });

  it('hands out views of the chunk, without a copy', () => {
    const views: Buffer[] = [];
    const reader = createFormReader('b', { part: () => ({ write: (chunk) => views.push(chunk), end: ignore }) });
    const chunk = Buffer.from(form);
    reader.write(chunk);
    expect(views).toHaveLength(1);
    expect(views[0]?.buffer).toBe(chunk.buffer);
    expect(views[0]?.toString()).toBe('xyz');
  });

  it('hands out near-boundaries together with the bytes around them', () => {
    let writes = 0;
    const reader = createFormReader('b', { part: () => ({ write: () => writes++, end: ignore }) });
    reader.write(bytes(form.subarray(0, -7), '\r\n--bX'.repeat(10_000), '\r\n--b--'));
    expect(writes).toBe(1);
  });

  it('takes empty chunks anywhere', () => {
    const empty = Buffer.alloc(0);
    const chunks = [empty, ...cutIntoBytes(form).flatMap((chunk) => [chunk, empty])];
    expect(recordForm('b', chunks)).toEqual(recordForm('b', [form]));
  });

  it('ignores an epilogue in chunks of its own', () => {
    const reader = createFormReader('b', ignoring);
    reader.write(form);
    reader.write(bytes('\r\n-'));
    reader.write(bytes('-a'));
    expect(() => reader.end()).not.toThrow();
  });

  it('rejects a boundary that chunks of the epilogue split', () => {
    const reader = createFormReader('b', ignoring);
    reader.write(form);
    reader.write(bytes('-'));
    reader.write(bytes('-'));
    expect(() => reader.write(bytes('b'))).toThrow('the epilogue holds the boundary');
  });
});

function fail(): never {
  throw new Error('no room');
}

function ignore(): void {}
