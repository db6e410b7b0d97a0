import { describe, expect, it } from 'vitest';
import { estimateOf } from './request-price.ts';

const difference = { own: 49_600, shown: 1, currency: 'EUR', differs: true };

describe('the estimate of a request', () => {
  it('is the sum by the prices of the studio, also where the form claims another', () => {
    expect(estimateOf({ estimate: difference })).toEqual({ amount: 49_600, currency: 'EUR' });
  });

  it('is the shown sum where the prices give none, in the currency of that sum', () => {
    const estimate = { own: null, shown: 9000, currency: 'EUR', shownCurrency: 'JPY', differs: true };
    expect(estimateOf({ estimate })).toEqual({ amount: 9000, currency: 'JPY' });
  });

  it('is null without prices', () => {
    expect(estimateOf({})).toBeNull();
  });
});
