import { minorUnitsOf } from '../../../../src/intake/submission/money.ts';
import type { Studio } from './draft-shapes.ts';

interface Priced {
  readonly price: Studio['types'][number]['price'];
}

interface ChangedCurrency {
  readonly document: Studio;
  /** The first amount that was rounded, in minor units before and after, or null. */
  readonly rounded: { readonly before: number; readonly after: number } | null;
}

/**
 * Returns the document with another currency, and its amounts as they were written: 100 euros become 100 yen. Without a
 * currency they have two digits.
 */
export function changeCurrency(document: Studio, currency: string | null): ChangedCurrency {
  const [from, to] = [minorUnitsOf(document.prices?.currency ?? ''), minorUnitsOf(currency ?? '')];
  let rounded: ChangedCurrency['rounded'] = null;

  function changed<Entry extends Priced>(entry: Entry): Entry {
    const { price } = entry;
    if (price === null) return entry;
    const before = price.amount;
    const after = Math.floor((before * to) / from + 0.5);
    if (after * from !== before * to) rounded ??= { before, after };
    return { ...entry, price: { ...price, amount: after } };
  }

  const types = document.types.map((type) => ({ ...changed(type), options: type.options.map(changed) }));
  const extras = document.extras.map(changed);
  return { document: { ...document, types, extras, prices: currency === null ? null : { currency } }, rounded };
}
