import { describe, expect, it } from 'vitest';
import { amountsIn, majorText } from './typed-amount.ts';

describe('an amount that is typed', () => {
  it.each([
    ['120', 'EUR', 'en', [12_000]],
    ['120,5', 'EUR', 'en', [12_050]],
    [' 0.05 ', 'EUR', 'en', [5]],
    ['0.29', 'EUR', 'en', [29]],
    ['1,500', 'EUR', 'en', [150_000]],
    ['1.500', 'EUR', 'de', [150_000]],
    ['1.500', 'EUR', 'en', [150_000, 150]],
    ['1,500', 'EUR', 'de', [150_000, 150]],
    ['1.500,50', 'EUR', 'de', [150_050]],
    ['1’500', 'CHF', 'de-CH', [150_000]],
    ['１２００', 'JPY', 'ja', [1200]],
    ['1,200', 'JPY', 'ja', [1200]],
    ['12.505', 'KWD', 'en', [12_505]],
    ['12,505', 'KWD', 'de', [12_505]],
    ['1.5', 'JPY', 'en', []],
    ['0.005', 'EUR', 'en', []],
    ['-1', 'EUR', 'en', []],
    ['a lot', 'EUR', 'en', []],
    ['', 'EUR', 'en', []],
  ] as const)('is read: %j in %s, %s', (text, currency, region, amounts) => {
    expect(amountsIn(text, currency, region)).toEqual(amounts);
  });

  it('is written without a fraction of zero', () => {
    expect([majorText(12_050, 'EUR', 'en'), majorText(120_000, 'EUR', 'en'), majorText(1200, 'JPY', 'ja')]).toEqual([
      '120.50',
      '1200',
      '1200',
    ]);
  });

  it.each(['en', 'de', 'de-CH', 'es', 'ja', 'ar-EG'])('is read as it was written in %s', (region) => {
    for (const currency of ['EUR', 'JPY', 'KWD', 'CLF'])
      for (const amount of [0, 5, 1050, 1_234_567, 10 ** 11])
        expect(amountsIn(majorText(amount, currency, region), currency, region)).toEqual([amount]);
  });
});
