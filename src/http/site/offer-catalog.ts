import { decimalText } from '../../intake/submission/money.ts';
import type { Catalogue } from '../../studio/catalogue/catalogue.ts';
import type { ServedOpening } from '../../studio/catalogue/opening-shape.ts';

type Type = Catalogue['types'][number];
type State = ServedOpening['state'];

const availabilities: Readonly<Record<State, string>> = {
  open: 'https://schema.org/InStock',
  waitlist: 'https://schema.org/BackOrder',
  closed: 'https://schema.org/OutOfStock',
};

/**
 * Returns the offers of a studio with prices as an `OfferCatalog` of schema.org, in English, for search engines: JSON that
 * a `<script>` can hold with any text of the studio. Null without prices.
 * @param publicUrl Absolute, or null when unknown
 */
export function offerCatalogOf(catalogue: Catalogue, opening: ServedOpening, publicUrl: string | null): string | null {
  const { prices, title, types } = catalogue;
  if (prices === undefined) return null;
  const stateOf = (id: string) => opening.types.find((type) => type.id === id)?.state ?? opening.state;
  const offers = types.map((type) => ({
    '@type': 'Offer',
    itemOffered: { '@type': 'Service', name: type.name.en, description: type.description?.en },
    ...priceOf(type, prices.currency),
    availability: availabilities[stateOf(type.id)],
  }));
  const content = {
    '@context': 'https://schema.org',
    '@type': 'OfferCatalog',
    name: title?.en,
    url: publicUrl ?? undefined,
    itemListElement: offers,
  };
  // A script ends at `</script>` and begins to hide it at `<!--`.
  return JSON.stringify(content).replaceAll('<', '\\u003c');
}

/** A type without a price of its own costs at least its cheapest option. */
function priceOf({ price, options }: Type, currency: string): object {
  const least = options.flatMap((option) => (option.price ? [option.price.amount] : [])).sort((a, b) => a - b)[0];
  const amount = price?.amount ?? least;
  if (amount === undefined) return {};
  const decimal = decimalText(amount, currency);
  if (price !== undefined && !price.from) return { price: decimal, priceCurrency: currency };
  return { priceSpecification: { '@type': 'PriceSpecification', minPrice: decimal, priceCurrency: currency } };
}
