import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentDisposition, objectContentType } from './attachment-headers.ts';

describe('the Content-Type of an object', () => {
  it.each(['image/png', 'image/svg+xml', 'text/plain; charset="utf-8"', 'garbage', 'a  b', 'IMAGE/PNG'])(
    'is the media type as sent: %s',
    (mediaType) => {
      expect(objectContentType(mediaType)).toBe(mediaType);
    },
  );

  it('has spaces for tabs', () => {
    expect(objectContentType('a/b;\tx=\t\ty')).toBe('a/b; x=  y');
  });

  it.each(['', 'image/pñg', 'a\r\nx: y', 'a\u0000', 'a\u007f', `image/${'x'.repeat(1024)}`])(
    'is the default where no header can carry it: %j',
    (mediaType) => {
      expect(objectContentType(mediaType)).toBe('application/octet-stream');
    },
  );
});

describe('the Content-Disposition of a file', () => {
  it.each([
    ['', 'attachment'],
    ['a.png', 'attachment; filename="a.png"'],
    ['my cat (1).jpeg', 'attachment; filename="my cat (1).jpeg"'],
    ["it's;=,.png", 'attachment; filename="it\'s;=,.png"'],
    ['a"b.png', 'attachment; filename="a_b.png"; filename*=UTF-8\'\'a%22b.png'],
    ['a%41.png', 'attachment; filename="a_41.png"; filename*=UTF-8\'\'a%2541.png'],
    ['C:\\fake\\a.png', 'attachment; filename="C:_fake_a.png"; filename*=UTF-8\'\'C%3A%5Cfake%5Ca.png'],
    ['../a.png', 'attachment; filename=".._a.png"; filename*=UTF-8\'\'..%2Fa.png'],
    ['a  b', 'attachment; filename="a b"; filename*=UTF-8\'\'a%20%20b'],
    [' ', 'attachment; filename="_"; filename*=UTF-8\'\'%20'],
    ["猫's*.png", "attachment; filename=\"_'s*.png\"; filename*=UTF-8''%E7%8C%AB%27s%2A.png"],
    ['a\r\nSet-Cookie: x', 'attachment; filename="a__Set-Cookie: x"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20x'],
  ])('is for %j %s', (name, expected) => {
    expect(attachmentDisposition(name)).toBe(expected);
  });

  it('says any name exactly, in one line of visible ASCII', () => {
    const anyName = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(anyName, (name) => {
        const value = attachmentDisposition(name);
        expect(value).toMatch(/^[\x20-\x7e]+$/);
        expect(value).not.toMatch(/ {2}/);
        expect(readName(value)).toBe(name);
      }),
    );
  });

  it('cuts a name too long for a header between code points and keeps a simple extension', () => {
    const value = attachmentDisposition(`${'🐈'.repeat(10_000)}.jpeg`);
    expect(value.length).toBeLessThan(4096);
    expect(readName(value)).toMatch(/^(?:🐈){200,}\.jpeg$/u);
  });

  it('cuts a long plain name and leaves it plain', () => {
    const value = attachmentDisposition(`${'a'.repeat(10_000)}.png`);
    expect(value).toMatch(/^attachment; filename="a{3000,}\.png"$/);
    expect(value.length).toBeLessThan(4096);
  });
});

function readName(value: string): string {
  const extended = /; filename\*=UTF-8''([^;]+)$/.exec(value)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /^attachment; filename="([^"\\]*)"$/.exec(value)?.[1] ?? '';
}
