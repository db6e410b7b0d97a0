import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { readPartHeader } from './part-header.ts';

const capacity = 16 * 1024;

function readDisposition(disposition: string) {
  return readPartHeader(Buffer.from(`Content-Disposition: ${disposition}`));
}

function fill(front: string, pattern: string, back: string): string {
  return front + pattern.repeat((capacity - front.length - back.length - 30) / pattern.length) + back;
}

describe('readPartHeader', () => {
  it('reads any bytes, or rejects them as unreadable', () => {
    const letters = fc.constantFrom(
      ...'\r\n\t ;:="\\%2*\'',
      'name',
      'filename',
      'form-data',
      'Content-Disposition',
      'UTF-8',
      '\xff',
    );
    const lines = fc.array(letters, { maxLength: 25 }).map((array) => array.join(''));
    const block = fc.oneof(
      lines.map((text) => Buffer.from(text, 'latin1')),
      lines.map((text) => Buffer.from(`Content-Disposition: form-data; name=${text}`, 'latin1')),
      fc.uint8Array().map((array) => Buffer.from(array)),
    );
    const readsOrRejects = (bytes: Buffer) => {
      try {
        expect(typeof readPartHeader(bytes).name).toBe('string');
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableMultipartError);
      }
    };
    fc.assert(fc.property(block, readsOrRejects), { numRuns: 3000 });
  });

  it('reads a name of only escaped quotes', () => {
    const disposition = fill('form-data; name="', '\\"', '"');
    const quotes = disposition.length - 'form-data; name=""'.length;
    expect(readDisposition(disposition).name).toBe('"'.repeat(quotes / 2));
  });

  it('reads a name that ends at the first of many escaped quotes', () => {
    expect(readDisposition(fill('form-data; name="', '\\"; a="', '')).name).toBe('\\');
  });

  it.each([
    ['escaped quotes without an end', fill('form-data; name="', '\\"', 'x')],
    ['quotes', fill('form-data; name=', '"', '"x')],
    ['backslashes', fill('form-data; name="', '\\', 'x')],
    ['escaped quotes and whitespace', fill('form-data; name="', '\\"  ', 'x')],
    ['whitespace', fill('form-data; name', ' ', 'x')],
  ])('rejects 16 KiB of %s', (_, disposition) => {
    expect(() => readDisposition(disposition)).toThrow(UnreadableMultipartError);
  });

  it.each([
    'filename*0=a; filename*1=".png"',
    "filename*0*=UTF-8''a; filename*1*=.png",
    'FileName*00="a"',
    'filename="t.txt"; filename*0="a"',
    `filename*=UTF-8''t; filename*0="a"`,
  ])('rejects a file name in pieces: %s', (pieces) => {
    expect(() => readDisposition(`form-data; name="files"; ${pieces}`)).toThrow('a file name is in pieces');
  });

  it('keeps whitespace inside a type of 16 KiB', () => {
    const type = `a${' '.repeat(capacity - 100)}b`;
    const block = Buffer.from(`Content-Disposition: form-data; name=a\r\nContent-Type:  ${type}\t`);
    expect(readPartHeader(block).contentType).toBe(type);
  });
});
