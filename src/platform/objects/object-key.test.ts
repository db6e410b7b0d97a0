import { describe, expect, it } from 'vitest';
import { growthOfWork, superlinear } from '../../../test/support/growth.ts';
import { createObjectKey, createStudioKey, keyExtension, parseObjectKey } from './object-key.ts';

describe('keyExtension (C23)', () => {
  it.each([
    ['image/png', 'png'],
    ['image/PNG', 'PNG'],
    ['image/svg+xml', 'svg+xml'],
    ['text/plain; charset=utf-8', 'plain'],
    ['image/ png ; x=y', 'png'],
    ['application/vnd.a.b', 'vnd.a.b'],
    ['image/a/b', 'a-b'],
    ['image/../../etc/passwd', '..-..-etc-passwd'],
    ['image/ü😀', '--'],
    ['image/\u00a0', '-'],
    ['image/"png"', '-png-'],
    ['image/', 'bin'],
    ['image/;x=y', 'bin'],
    ['image', 'bin'],
    ['', 'bin'],
    ['/png', 'png'],
    [`image/${'a'.repeat(127)}`, 'a'.repeat(127)],
    [`image/${'a'.repeat(128)}`, 'a'.repeat(127)],
  ])('makes of %j the extension %j', (mediaType, extension) => {
    expect(keyExtension(mediaType)).toBe(extension);
  });

  it('takes time linear in the length', () => {
    expect(growthOfWork((length) => keyExtension(`a/x${' '.repeat(length)}x`), 10_000)).toBeLessThan(superlinear);
  });
});

describe('createObjectKey', () => {
  it('names a version 4 UUID and the extension', () => {
    expect(createObjectKey('image/png')).toMatch(
      /^commissions\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.png$/,
    );
  });

  it('has the default extension without a media type', () => {
    expect(createObjectKey(null)).toMatch(/\.bin$/);
  });

  it('makes a new key each time', () => {
    expect(createObjectKey('image/png')).not.toBe(createObjectKey('image/png'));
  });
});

describe('parseObjectKey', () => {
  it('accepts every key that createObjectKey makes', () => {
    for (const mediaType of ['image/png', '', 'a/..', 'a/`|~!#$%&*^', `a/${'%'.repeat(200)}`]) {
      const key = createObjectKey(mediaType);
      expect(parseObjectKey(key)).toBe(key);
    }
  });

  it('accepts every key that createStudioKey makes, below the folder of the studio', () => {
    const key = createStudioKey();
    expect(parseObjectKey(key)).toBe(key);
    expect(key).toMatch(/^commissions\/studio\/[0-9a-f-]{36}\.webp$/);
  });

  it.each([
    'commissions/',
    'commissions/studio/00000000-0000-4000-8000-000000000000.png',
    'commissions/studio/studio/00000000-0000-4000-8000-000000000000.webp',
    'commissions/other/00000000-0000-4000-8000-000000000000.webp',
    'commissions/x.png',
    '../commissions/00000000-0000-4000-8000-000000000000.png',
    'commissions/00000000-0000-4000-8000-000000000000.',
    'commissions/00000000-0000-4000-8000-000000000000.a/b',
    'commissions/00000000-0000-7000-8000-000000000000.png',
    `commissions/00000000-0000-4000-8000-000000000000.${'a'.repeat(128)}`,
  ])('rejects %j', (text) => {
    expect(parseObjectKey(text)).toBeNull();
  });
});
