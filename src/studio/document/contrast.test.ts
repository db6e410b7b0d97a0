import { describe, expect, it } from 'vitest';
import { contrastOf } from './contrast.ts';

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
