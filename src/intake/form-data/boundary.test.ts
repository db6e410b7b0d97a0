import { describe, expect, it } from 'vitest';
import { UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { readBoundary } from './boundary.ts';

const longest = 'x'.repeat(70);

describe('readBoundary', () => {
  it.each([
    ['a token', 'multipart/form-data; boundary=abc', 'abc'],
    ['a quoted string', 'multipart/form-data; boundary="a b;c"', 'a b;c'],
    ['escapes in a quoted string', 'multipart/form-data; boundary="a\\"b\\\\c\\d"', 'a"b\\cd'],
    ['a media type and a parameter in other case', 'Multipart/Form-DATA; BOUNDARY=aBc', 'aBc'],
    ['other parameters around it', 'multipart/form-data; charset="x; boundary=no"; boundary=abc; a=b', 'abc'],
    ['whitespace and empty parameters', ' multipart/form-data\t;; boundary = abc ;', 'abc'],
    ['unquoted characters that want quotes', 'multipart/form-data; boundary=a:b=c/d?e@f,(g)', 'a:b=c/d?e@f,(g)'],
    ['a space inside', 'multipart/form-data; boundary=a b', 'a b'],
    ['70 characters', `multipart/form-data; boundary=${longest}`, longest],
    ['the boundary of browsers', 'multipart/form-data; boundary=----WebKitFormBoundaryA', '----WebKitFormBoundaryA'],
  ])('takes %s', (_, contentType, boundary) => {
    expect(readBoundary(contentType)).toBe(boundary);
  });

  it.each([
    ['a missing Content-Type', undefined, 'Content-Type is missing'],
    ['an empty Content-Type', '', 'Content-Type is not multipart/form-data'],
    ['JSON', 'application/json', 'Content-Type is not multipart/form-data'],
    ['another multipart type', 'multipart/mixed; boundary=a', 'Content-Type is not multipart/form-data'],
    ['a longer media type', 'multipart/form-database; boundary=a', 'Content-Type is not multipart/form-data'],
    ['no parameters', 'multipart/form-data', 'Content-Type names no boundary'],
    ['other parameters only', 'multipart/form-data; xboundary=a', 'Content-Type names no boundary'],
    ['two boundaries', 'multipart/form-data; boundary=a; boundary=a', 'Content-Type names two boundaries'],
    ['an unclosed quote', 'multipart/form-data; boundary="a', 'the parameters of Content-Type cannot be read'],
    ['a parameter without a value', 'multipart/form-data; boundary', 'the parameters of Content-Type cannot be read'],
    ['an empty token', 'multipart/form-data; boundary=', 'the boundary is empty'],
    ['an empty quoted string', 'multipart/form-data; boundary=""', 'the boundary is empty'],
    ['71 characters', `multipart/form-data; boundary=${longest}x`, 'the boundary is longer than 70 characters'],
    ['a space at the end', 'multipart/form-data; boundary="a "', 'a character that no boundary can have'],
    ['a control character', 'multipart/form-data; boundary="a\tb"', 'a character that no boundary can have'],
    ['a character beyond ASCII', 'multipart/form-data; boundary=é', 'a character that no boundary can have'],
  ])('rejects %s', (_, contentType, message) => {
    expect(() => readBoundary(contentType)).toThrow(UnreadableMultipartError);
    expect(() => readBoundary(contentType)).toThrow(message);
  });
});
