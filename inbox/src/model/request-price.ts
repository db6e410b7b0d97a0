import { trustedSum } from '../../../src/intake/submission/money.ts';
import type { InboxRequest } from '../api/shapes.ts';

export type Price = NonNullable<InboxRequest['price']>;

/** An amount in minor units of a currency. */
export type Amount = Pick<Price, 'amount' | 'currency'>;

/** Returns the price as a change names it. */
export function amountOf(price: Price | null): Amount | null {
  return price && { amount: price.amount, currency: price.currency };
}

/** Returns the estimate of a request: the sum by the studio's prices, else the sum that the form claims to have shown. */
export function estimateOf({ estimate }: Pick<InboxRequest, 'estimate'>): Amount | null {
  return estimate === undefined ? null : trustedSum(estimate);
}
