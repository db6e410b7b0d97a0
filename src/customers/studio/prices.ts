import { z } from 'zod';

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The one currency of all prices (S26). */
export const pricesSchema = z.strictObject({
  currency: z.string().refine((code) => currencies.has(code), 'must be a currency such as "EUR"'),
});
