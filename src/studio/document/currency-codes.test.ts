import { describe, expect, it } from 'vitest';
import { currencyDigits } from '../../intake/submission/money.ts';
import { currencies } from './currency-codes.ts';

describe('the currencies of a studio', () => {
  it('have a code and its digits each', () => {
    expect(new Set(currencies).size).toBe(currencies.length);
    expect(currencies.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(currencies.filter((code) => currencyDigits(code) === 0)).toHaveLength(17);
  });
});
