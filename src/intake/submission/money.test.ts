import { describe, expect, it } from 'vitest';
import { decimalText, moneyIn } from './money.ts';

/** ICU has other digits for `HUF`, `IDR`, `COP`, `PKR` and `IQD`. */
const shown = [
  [12_050, 'EUR', '€120.50', '120.50'],
  [12_050, 'JPY', '¥12,050', '12050'],
  [12_050, 'KWD', 'KWD 12.050', '12.050'],
  [50_050, 'HUF', 'HUF 500.50', '500.50'],
  [50_050, 'IDR', 'IDR 500.50', '500.50'],
  [50_050, 'COP', 'COP 500.50', '500.50'],
  [50_050, 'PKR', 'PKR 500.50', '500.50'],
  [50_050, 'IQD', 'IQD 50.050', '50.050'],
  [50_050, 'CLF', 'CLF 5.0050', '5.0050'],
  [-5, 'XYZ', '-XYZ 0.05', '-0.05'],
] as const;

describe('an amount in minor units', () => {
  it.each(shown)('has the digits that ISO 4217 gives its currency: %i %s', (amount, currency, text, decimal) => {
    expect(moneyIn('en', currency).short(amount).replace('\u00a0', ' ')).toBe(text);
    expect(decimalText(amount, currency)).toBe(decimal);
  });

  it('has no cents in the rounded form', () => {
    expect(moneyIn('en', 'EUR').rounded(39_680)).toBe('€397');
    expect(moneyIn('en', 'JPY').rounded(397)).toBe('¥397');
  });

  it('leaves out zero cents in the short form', () => {
    const { short } = moneyIn('en', 'HUF');
    expect([short(50_000), short(50_050)].map((text) => text.replace('\u00a0', ' '))).toEqual([
      'HUF 500',
      'HUF 500.50',
    ]);
  });
});
