import { describe, expect, it } from 'vitest';
import { rootFrom } from './missing-page.ts';

describe('the way to the form', () => {
  it.each([
    ['/nowhere', '/', '/'],
    ['/a/b/c?lang=de#x', '/', '/'],
    ['/requests/', '/', '/'],
    ['/studio/nowhere', '/studio/', '/studio/'],
    ['/studio/a/b/', '/studio/', '/studio/'],
    ['/', '/studio/', '/studio/'],
    ['/elsewhere/x', '/art/studio/', '/art/studio/'],
    ['//a//b', '/', '/'],
    ['/a/%zz', '/', '/'],
  ])('is found from %s below %s, also behind a proxy with a prefix of its own', (target, publicPath, form) => {
    const root = rootFrom(target, publicPath);
    expect(root).toMatch(/^\.\.?\//);
    expect(new URL(root, `https://example.org${target}`).pathname).toBe(form);
    if (!target.startsWith('//')) {
      expect(new URL(root, `https://example.org/proxy${target}`).pathname).toBe(`/proxy${form}`);
    }
  });

  it('is found from a target in absolute form', () => {
    expect(rootFrom('http://example.org/a/b', '/')).toBe('../');
  });
});
