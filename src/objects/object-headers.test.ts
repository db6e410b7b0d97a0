import { describe, expect, it } from 'vitest';
import { objectContentType } from './object-headers.ts';

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
