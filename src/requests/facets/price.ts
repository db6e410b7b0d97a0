import { z } from 'zod';
import { currencyDigits, decimalText } from '../../intake/submission/money.ts';
import { named } from '../../platform/shapes/values.ts';
import { currencies } from '../../studio/document/currency-codes.ts';
import type { Facet, FactsOf } from '../facet/facet.ts';

const maxAmount = 10 ** 11;

const requestPrice = named(
  'RequestPrice',
  z.object({
    amount: z.int().min(0).describe('In minor units'),
    currency: z.string().describe('A code of ISO 4217'),
    digits: z.int().min(0).describe('Digits of the minor unit: an amount of 1250 with two digits is 12.50'),
  }),
);

/** A price as operators send it (D8). */
export const newPrice = z.strictObject({
  amount: z.int().min(0).max(maxAmount).describe('In minor units of the currency, by ISO 4217'),
  currency: z.string().refine((code) => currencies.includes(code), 'Must be a code of ISO 4217, such as EUR'),
});

export type RequestPrice = z.output<typeof requestPrice>;

/** Returns the price with the digits of its currency, which are stored beside it. */
export function storedPrice({ amount, currency }: z.output<typeof newPrice>): RequestPrice {
  return { amount, currency, digits: currencyDigits(currency) };
}

const shape = {
  price: requestPrice.nullable().describe('The price that an operator set, or null. Customers do not see it'),
};

type Facts = FactsOf<typeof shape>;

interface Row {
  readonly price: RequestPrice | null;
}

const factsOf = ({ price }: Row): Facts => ({
  price: price && { amount: price.amount, currency: price.currency, digits: price.digits },
});

const decimalOf = ({ amount, currency, digits }: RequestPrice) => decimalText(amount, currency, digits);

export const price = {
  shape,
  columns: { price: 'r.price' },
  factsOf,
  lines: ({ price }) => [['Price', price && `${decimalOf(price)} ${price.currency}`]],
  cells: {
    price: ({ price }) => (price ? decimalOf(price) : ''),
    priceCurrency: ({ price }) => price?.currency ?? '',
  },
} satisfies Facet<Row, Facts>;
