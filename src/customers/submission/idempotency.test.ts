import { describe, expect, it } from 'vitest';
import { readIdempotencyKey } from './idempotency.ts';

const read = (value: string) => readIdempotencyKey({ 'idempotency-key': value });

describe('Idempotency-Key', () => {
  it('may be left out', () => {
    expect(readIdempotencyKey({})).toEqual({ key: null });
  });

  it.each([
    ['a', 'a'],
    ['a'.repeat(255), 'a'.repeat(255)],
    ['!~a"b,c;d\\', '!~a"b,c;d\\'],
    ['"abc"', 'abc'],
    ['"a b"', 'a b'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    [`"${'a'.repeat(255)}"`, 'a'.repeat(255)],
    [`"${'\\\\'.repeat(255)}"`, '\\'.repeat(255)],
  ])('is read from %s as the key %s', (value, key) => {
    expect(read(value)).toEqual({ key });
  });

  it.each([
    '',
    '""',
    'a'.repeat(256),
    `"${'a'.repeat(256)}"`,
    'a b',
    'a, b',
    '"a", "b"',
    '"a',
    '"',
    '"a\\"',
    '"a\\b"',
    '"a"b',
    '"a";p=1',
    'ü',
    '"ü"',
    'a\tb',
    '"a\tb"',
    '\u007f',
  ])('is no key in %j', (value) => {
    expect(read(value)).toBe('invalid');
  });
});
