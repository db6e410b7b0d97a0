import { describe, expect, it } from 'vitest';
import { studioSchema } from '../../../../src/studio/document/studio.ts';
import { changeCurrency } from './change-currency.ts';

const studioIn = (currency: string | null, amount: number) =>
  studioSchema.parse({
    prices: currency === null ? null : { currency },
    types: [
      { id: 'bust', name: 'Bust', price: { amount }, options: [{ id: 'ink', name: 'Ink', price: { amount } }] },
      { id: 'free', name: 'Free' },
    ],
    extras: [
      { id: 'frame', name: 'Frame', price: { amount } },
      { id: 'rush', name: 'Rush', percent: 25 },
    ],
  });

describe('a change of the currency', () => {
  it.each([
    ['EUR', 10_000, 'JPY', 100],
    ['JPY', 100, 'EUR', 10_000],
    ['EUR', 1250, 'KWD', 12_500],
    ['EUR', 1250, 'HUF', 1250],
    ['EUR', 1250, null, 1250],
    ['JPY', 100, null, 10_000],
    [null, 10_000, 'JPY', 100],
  ])('keeps each amount as it was written: %s %i in %s', (before, amount, after, changed) => {
    expect(changeCurrency(studioIn(before, amount), after)).toEqual({
      document: studioIn(after, changed),
      rounded: null,
    });
  });

  it('says which amount it would round, half up', () => {
    expect(changeCurrency(studioIn('EUR', 1250), 'JPY')).toEqual({
      document: studioIn('JPY', 13),
      rounded: { before: 1250, after: 13 },
    });
  });
});
