import type { InboxRequest } from '../api/shapes.ts';

export type Price = NonNullable<InboxRequest['price']>;

/** An amount in minor units of a currency. */
export type Amount = Pick<Price, 'amount' | 'currency'>;

/** Returns the price as a change names it. */
export function amountOf(price: Price | null): Amount | null {
  return price && { amount: price.amount, currency: price.currency };
}

/** Returns the estimate of a request: the sum that the customer saw, else the sum by the studio's prices. */
export function estimateOf({ estimate }: Pick<InboxRequest, 'estimate'>): Amount | null {
  if (estimate === undefined) return null;
  const { shown, own, currency, shownCurrency = currency } = estimate;
  if (shown !== null) return { amount: shown, currency: shownCurrency };
  return own === null ? null : { amount: own, currency };
}
