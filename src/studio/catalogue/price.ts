import { z } from 'zod';
import { localizedName } from './texts.ts';

const maxAmount = 10 ** 11;
const maxPercent = 1000;

/** A price in minor units of the studio's currency (S26). */
export const price = z.strictObject({
  amount: z.int().min(0).max(maxAmount).describe("In minor units of the catalogue's currency."),
  from: z.boolean().default(false).describe('It is the least that it costs.'),
  per: localizedName.nullable().default(null).describe('What the price is for, such as "per figure".'),
});

export type Price = z.output<typeof price>;

export const percent = z
  .int()
  .min(1)
  .max(maxPercent)
  .describe('Of the base: the type and the option, with the answers that multiply them.');

/** The keys of a priced entry of a catalogue. They are only there when they are set. */
export const priced = { price: price.optional() };
export const pricedOrPercent = { ...priced, percent: percent.optional() };
