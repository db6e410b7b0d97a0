import type { Studio } from './draft-shapes.ts';

type Type = Studio['types'][number];
type Price = NonNullable<Type['price']>;

/** A price as the line of an entry shows it. */
export interface ShownPrice extends Pick<Price, 'amount' | 'per'> {
  /** Whether it is the least price. */
  readonly from: boolean;
}

/** Returns the least price of a type with its options, or null without a price. */
export function leastPriceOf({ price, options = [] }: Pick<Type, 'price'> & Partial<Pick<Type, 'options'>>) {
  const offered = options.filter(({ hidden }) => !hidden);
  const amounts = offered.map((option) => option.price?.amount ?? 0);
  const priced = [price, ...offered.map((option) => option.price)].filter((one) => one !== null);
  if (priced.length === 0) return null;
  const least = Math.min(...amounts);
  const added = amounts.length === 0 ? 0 : least;
  return {
    amount: (price?.amount ?? 0) + added,
    per: price?.per ?? null,
    from: priced.some(({ from }) => from) || amounts.some((amount) => amount !== least),
  } satisfies ShownPrice;
}
