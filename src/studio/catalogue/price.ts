import { z } from 'zod';
import { localizedName } from './texts.ts';

const maxAmount = 10 ** 11;
const maxPercent = 1000;

/** A price in minor units of the studio's currency (S26). */
export const price = z.strictObject({
  amount: z.int().min(0).max(maxAmount),
  /** The least that it costs. */
  from: z.boolean().default(false),
  /** What the price is for, such as "per figure". */
  per: localizedName.nullable().default(null),
});

export type Price = z.output<typeof price>;

/** Of the base: type and option with what multiplies them. */
export const percent = z.int().min(1).max(maxPercent);

/** What a catalogue says of a priced entry: keys are only there when they are set. */
export const priced = { price: price.optional() };
export const pricedOrPercent = { ...priced, percent: percent.optional() };
