import { describe, expect, it } from 'vitest';
import { styleOn } from './page-colours.ts';

describe('the form on the background of a page', () => {
  it('is light on a light one, with the colour of its text', () => {
    const style = styleOn([250, 245, 236], [59, 40, 30]);
    expect(style).toMatch(/^:host\{color-scheme:light;--text:light-dark\(#3b281e,#e7e9eb\);--muted:light-dark\(#6b/);
    expect(style).not.toContain('--surface');
  });

  it('is dark on a dark one, with surfaces of its hue', () => {
    const style = styleOn([11, 21, 48], [230, 230, 240]);
    expect(style).toContain('color-scheme:dark;--text:light-dark(#202428,#e6e6f0);');
    expect(style).toContain('--surface:light-dark(#fff,#151e38);--field:light-dark(#fff,#0b1530);');
  });

  it('keeps its own colour of text where that of the page could not be read', () => {
    expect(styleOn([250, 245, 236], [150, 150, 150])).toBe(':host{color-scheme:light;}');
  });
});
