import { describe, expect, it } from 'vitest';
import { studioSchema } from '../../../../src/studio/document/studio.ts';
import { leastPriceOf } from './shown-price.ts';

const typeOf = (given: object) => {
  const [type] = studioSchema.parse({ types: [{ id: 'type', name: 'Type', ...given }] }).types;
  if (!type) throw new Error('There is one type');
  return type;
};
const option = (id: string, amount: number | null, hidden = false) => ({
  id,
  name: id,
  hidden,
  ...(amount !== null && { price: { amount } }),
});

describe('the least price of a type', () => {
  it.each([
    ['a type without a price', {}, null],
    ['a type', { price: { amount: 12_000 } }, [12_000, false]],
    ['a starting price', { price: { amount: 12_000, from: true } }, [12_000, true]],
    ['options with prices of their own', { options: [option('a', 9000), option('b', 4000)] }, [4000, true]],
    ['options of one price', { price: { amount: 100 }, options: [option('a', 50), option('b', 50)] }, [150, false]],
    [
      'an option that costs nothing more',
      { price: { amount: 100 }, options: [option('a', null), option('b', 50)] },
      [100, true],
    ],
    ['a hidden option', { price: { amount: 100 }, options: [option('a', 20, true), option('b', 50)] }, [150, false]],
  ])('is of %s', (_, given, expected) => {
    const found = leastPriceOf(typeOf(given));
    expect(found && [found.amount, found.from]).toEqual(expected);
  });
});
