import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeExtendedValue, readDisposition } from './disposition.ts';

function percentEncode(bytes: Buffer): string {
  return Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

describe('decodeExtendedValue', () => {
  it('reads back any text in UTF-8', () => {
    const text = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
    const readsBack = (expected: string) => {
      expect(decodeExtendedValue(`UTF-8''${encodeURIComponent(expected)}`)).toBe(expected);
      expect(decodeExtendedValue(`utf-8'en'${percentEncode(Buffer.from(expected))}`)).toBe(expected);
    };
    fc.assert(fc.property(text, readsBack));
  });

  it('reads back any bytes in ISO-8859-1', () => {
    const bytes = fc.uint8Array({ min: 1 }).map((array) => Buffer.from(array));
    const readsBack = (expected: Buffer) => {
      expect(decodeExtendedValue(`Iso-8859-1''${percentEncode(expected)}`)).toBe(expected.toString('latin1'));
    };
    fc.assert(fc.property(bytes, readsBack));
  });

  it.each([
    '',
    'a',
    "UTF-8'a",
    "''a",
    "UTF-16''a",
    "UTF-8''%",
    "UTF-8''%4",
    "UTF-8''%4g",
    "UTF-8''%ff",
    "UTF-8''%00",
    "UTF-8''\u00e9",
  ])('finds no value in %j', (value) => {
    expect(decodeExtendedValue(value)).toBeNull();
  });
});

describe('readDisposition', () => {
  it.each([
    ['=?UTF-8?Q?na=C3=AFve_cat.png?=', 'naïve cat.png'],
    ['=?UTF-8?Q?a\\"b\\\\.png?=', 'a"b\\.png'],
    ['=?UTF-8?Q?a%22b.png?=', 'a%22b.png'],
    ['=?UTF-8?Q?a?= b.png', '=?UTF-8?Q?a?= b.png'],
    ['=?UTF-8?B??=', '=?UTF-8?B??='],
  ])('decodes encoded words in the value of a quoted string: %s', (quoted, fileName) => {
    expect(readDisposition(`form-data; name="files"; filename="${quoted}"`)).toEqual({ name: 'files', fileName });
  });
});
