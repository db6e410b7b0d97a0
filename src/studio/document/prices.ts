import { z } from 'zod';
import { currencies } from './currency-codes.ts';

/** The one currency of all prices (S26). */
export const pricesSchema = z.strictObject({
  currency: z.string().refine((code) => currencies.includes(code), 'must be a currency such as "EUR"'),
});
