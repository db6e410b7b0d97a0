import { describe, expect, it } from 'vitest';
import { createIdempotency, readIdempotencyKey } from './idempotency.ts';
import type { Payload } from './payload.ts';

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

describe('the fingerprint of a form', () => {
  const payload: Payload = {
    typeId: null,
    optionId: null,
    extraIds: ['a'],
    customerName: 'Mia',
    customerEmail: 'mia@example.org',
    customerSocials: null,
    message: 'A cat',
    customCardId: null,
  };
  const fingerprintOf = (form: Payload) => createIdempotency('key', form, []).fingerprint;

  it('stays the same from version to version', () => {
    expect(fingerprintOf(payload)).toBe('517e8d7541e3526fb3a5b91476744c584bbae5f059c985a0eae4440ad0ab343f');
  });

  it.each([null, []])('stays the same with a later field that has no value: %j', (value) => {
    expect(fingerprintOf({ ...payload, later: value } as Payload)).toBe(fingerprintOf(payload));
  });

  it('differs with a later field that has a value', () => {
    expect(fingerprintOf({ ...payload, later: 'x' } as Payload)).not.toBe(fingerprintOf(payload));
  });
});
