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
    ['/\t/evil.example', '/'],
    ['/.//evil.example/', '//evil.example/'],
    ['/x/..//evil.example/', '//evil.example/'],
    ['/%2e//evil.example/', '//evil.example/'],
    ['/.\\/evil.example/', '//evil.example/'],
  ])('stays on this origin: %j leads to %s', (next, path) => {
    const page = nextPage(next, origin);
    expect(page).toBe(`${origin}${path}`);
    expect(new URL(page, `${origin}/sign-in`).origin).toBe(origin);
  });
});
