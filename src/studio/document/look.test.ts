import { describe, expect, it } from 'vitest';
import { contrastOf } from './contrast.ts';
import { contrastOn, leastContrast, lookOf } from './look.ts';

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
