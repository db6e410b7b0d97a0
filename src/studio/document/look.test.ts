import { describe, expect, it } from 'vitest';
import { contrastOf, contrastOn, leastContrast, lookOf } from './look.ts';

const greys = Array.from({ length: 256 }, (_, part) => `#${part.toString(16).padStart(2, '0').repeat(3)}`);

describe('the text on an accent', () => {
  it.each(['light', 'dark'] as const)('can be read on every colour that stands out from the %s page', (shade) => {
    const accents = greys.filter((colour) => contrastOn(shade, colour) >= leastContrast);
    expect(accents.length).toBeGreaterThan(50);
    for (const accent of accents) {
      const { colours } = lookOf({ accent: { light: accent, dark: accent }, typeface: 'system' });
      expect(contrastOf(accent, String(colours?.[shade].text)), accent).toBeGreaterThanOrEqual(leastContrast);
    }
  });
});

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#2b5c77', '#2b5c77', 1],
  ])('is that of WCAG for %s and %s', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
  });
});
