import { describe, expect, it } from 'vitest';
import { growthOfWork, superlinear } from '../../../test/support/growth.ts';
import { partsOf, warningsAbout } from './linked-text.ts';

const linksOf = (text: string) => partsOf(text).flatMap(({ url }) => (url ? [url.href] : []));

describe('the addresses in a text', () => {
  it.each([
    ['see https://example.org/a?b=c#d, please', ['https://example.org/a?b=c#d']],
    ['(https://example.org/a_(b)).', ['https://example.org/a_(b)']],
    ['www.example.org!', ['https://www.example.org/']],
    ['HTTPS://EXAMPLE.ORG', ['https://example.org/']],
    ['「https://example.org/猫」', ['https://example.org/%E7%8C%AB%E3%80%8D']],
    ['https://a.example https://b.example', ['https://a.example/', 'https://b.example/']],
    ['javascript:alert(1) data:text/html,x file:///etc/passwd', []],
    ['https://', []],
    ['https://localhost/x', []],
    ['no address at all', []],
    [`https://${'猫'.repeat(20_000)}.example`, []],
  ])('hold those of %s', (text, expected) => {
    expect(linksOf(text)).toEqual(expected);
  });

  it('leave the text as it is', () => {
    const text = 'a\n https://example.org/x.\n\n😀 www.example.org) ‮https://evil.example‬ b ';
    expect(
      partsOf(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('end where the direction of writing is turned', () => {
    expect(linksOf('https://example.org/\u202egpj.exe')).toEqual(['https://example.org/']);
  });

  it('are found in time linear in the length', () => {
    const textOf = (length: number) =>
      `${'www.'.repeat(2 * length)} ${'https://'.repeat(length)} https://example.org/${')'.repeat(8 * length)}`;
    expect(growthOfWork((length) => partsOf(textOf(length)), 300)).toBeLessThan(superlinear);
  });
});

describe('an address', () => {
  it.each([
    ['https://paypal.com@evil.example/', ['user-name']],
    ['https://аpple.com/', ['foreign-letters']],
    ['http://example.org/', ['unencrypted']],
    ['https://example.org/', []],
  ])('is doubted for what disguises it: %s', (address, expected) => {
    expect(warningsAbout(new URL(address))).toEqual(expected);
  });
});
