import type { CatalogueExtra, CataloguePrice } from '../../../client/src/commission-client.ts';
import { moneyIn } from '../../../src/intake/submission/money.ts';
import type { LaterTranslator } from '../language/translator-context.ts';

export type Money = ReturnType<typeof moneyIn>;

const moneys = new Map<string, Money>();

/** Creating a format takes long, and each card needs one. */
export function moneyOf({ region }: LaterTranslator, currency: string): Money {
  const key = `${region} ${currency}`;
  const money = moneys.get(key) ?? moneyIn(region, currency);
  moneys.set(key, money);
  return money;
}

/** Returns a price as "from €120 per figure". */
export function priceText(
  translator: LaterTranslator,
  { amount, from, per }: CataloguePrice,
  currency: string,
): string {
  const price = moneyOf(translator, currency).short(amount);
  const least = from ? translator.text('priceFrom', { price }) : price;
  if (per === null) return least;
  const unit = translator.ofCatalogue(per);
  return `${least} ${translator.direction === 'rtl' ? `\u2068${unit}\u2069` : unit}`;
}

/** Returns "+20%". */
export function percentText({ region }: LaterTranslator, percent: NonNullable<CatalogueExtra['percent']>): string {
  return new Intl.NumberFormat(region, { style: 'percent', signDisplay: 'always' }).format(percent / 100);
}
