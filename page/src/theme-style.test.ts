import { describe, expect, it } from 'vitest';
import { styleOfTheme } from './theme-style.ts';

const theme = { accent: { light: null, dark: null }, scheme: 'both', typeface: 'system' };

describe('the style of a theme', () => {
  it('is empty where everything is as usual', () => {
    expect(styleOfTheme(theme)).toBe('');
  });

  it('has the accent of each scheme, and text that can be read on it', () => {
    expect(styleOfTheme({ ...theme, accent: { light: '#7a2e5d', dark: '#ffd166' } })).toBe(
      ':host{--accent:light-dark(#7a2e5d,#ffd166);--on-accent:light-dark(#ffffff,#10202b);}',
    );
  });

  it('keeps the usual accent of the other scheme', () => {
    expect(styleOfTheme({ ...theme, accent: { light: '#7a2e5d', dark: null } })).toContain(
      'light-dark(#7a2e5d,#8fc3e0)',
    );
  });

  it('has only a type face of the list', () => {
    expect(styleOfTheme({ ...theme, typeface: 'serif' })).toMatch(/^\.form\{font-family:.*, serif;\}$/);
    for (const typeface of ['constructor', 'x;} body{display:none'])
      expect(styleOfTheme({ ...theme, typeface })).toBe('');
  });

  it('ignores a text that is no colour', () => {
    expect(styleOfTheme({ ...theme, accent: { light: 'red;}*{color:red', dark: null } })).toBe('');
  });
});
