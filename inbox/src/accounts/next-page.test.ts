import { describe, expect, it } from 'vitest';
import { nextPage } from './next-page.ts';

const origin = 'https://inbox.example.org';

describe('the page behind the sign-in', () => {
  it.each([
    ['/requests/7?status=all', '/requests/7?status=all'],
    ['/', '/'],
    [null, '/'],
    ['', '/'],
    ['requests', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['\t//evil.example', '/'],
  ])('is of the same origin: %j leads to %s', (next, path) => {
    expect(nextPage(next, origin)).toBe(path);
  });
});
