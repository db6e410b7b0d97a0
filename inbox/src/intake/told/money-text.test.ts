import { describe, expect, it } from 'vitest';
import { moneyText } from './money-text.ts';

describe('an amount of money', () => {
  it.each([
    [12_050, 'EUR', '€120.50'],
    [12_050, 'JPY', '¥12,050'],
    [12_050, 'KWD', 'KWD 12.050'],
    [12_050, 'not a currency', '12050 not a currency'],
  ])('is shown with the digits of its currency: %s %s', (amount, currency, shown) => {
    expect(moneyText('en', amount, currency).replace('\u00a0', ' ')).toBe(shown);
  });
});
