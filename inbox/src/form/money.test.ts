import { describe, expect, it } from 'vitest';
import { majorText, minorUnits } from './money.ts';

describe('an amount that is typed', () => {
  it.each([
    ['120', 'EUR', 12_000],
    ['120,5', 'EUR', 12_050],
    [' 0.05 ', 'EUR', 5],
    ['1200', 'JPY', 1200],
    ['1.5', 'JPY', null],
    ['1.005', 'EUR', null],
    ['-1', 'EUR', null],
    ['a lot', 'EUR', null],
    ['', 'EUR', null],
  ])('is read: %j in %s', (text, currency, amount) => {
    expect(minorUnits(text, currency)).toBe(amount);
  });

  it('is written without a part that is nothing', () => {
    expect([majorText(12_050, 'EUR'), majorText(12_000, 'EUR'), majorText(1200, 'JPY')]).toEqual([
      '120.50',
      '120',
      '1200',
    ]);
  });
});
