import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emptyCatalogue } from '../../studio/catalogue/catalogue.ts';
import { themeStyleOf } from './page-style.ts';

const usual = { accent: { light: null, dark: null }, scheme: 'both', typeface: 'system' };
const own = { light: '#7a2e5d', dark: '#ffd166' };
const light = ':root{--accent:#7a2e5d;--on-accent:#ffffff}';
const dark = ':root{--accent:#ffd166;--on-accent:#10202b}';

const styleOf = (theme: object) => themeStyleOf({ ...emptyCatalogue, theme: { ...usual, ...theme } });

describe('the style of a theme on the status page', () => {
  it('is missing without own settings', () => {
    expect(themeStyleOf(emptyCatalogue)).toBeNull();
    for (const scheme of ['both', 'light', 'dark']) expect(styleOf({ scheme })).toBeNull();
  });

  it.each([
    ['both', `${light}@media screen and (prefers-color-scheme:dark){${dark}}`],
    ['light', light],
    ['dark', `${light}@media screen{${dark}}`],
  ])('has the accent of each scheme, and the light one on paper: %s', (scheme, css) => {
    const source = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
    expect(styleOf({ accent: own, scheme })).toEqual({ css, source });
  });

  it('keeps the usual accent of the other scheme', () => {
    expect(styleOf({ accent: { ...own, light: null } })?.css).toContain(':root{--accent:#2b5c77;--on-accent:#ffffff}');
  });

  it('has a typeface of the list', () => {
    expect(styleOf({ typeface: 'serif' })?.css).toMatch(/^:root\{font-family:.*, serif\}$/);
  });

  it('takes only colours and typefaces', () => {
    expect(styleOf({ accent: { light: 'red}*{color:red', dark: null }, typeface: 'constructor' })).toBeNull();
  });
});
