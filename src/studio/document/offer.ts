import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Price } from '../catalogue/price.ts';
import { askedOf, offered } from './asked.ts';
import { guardModeOf } from './guard.ts';
import { examplesOf, logoOf, noOfferedPictures, type OfferedPictures } from './offered-pictures.ts';
import { emptyStudio, type Studio, type StudioKey } from './studio.ts';

/** What `CATALOGUE_FILE` sets. Its keys win, and the inbox shows them locked (S7). */
export interface StudioOfFile {
  readonly studio: Studio;
  /** The keys that are written in the file. */
  readonly keys: readonly StudioKey[];
}

/** A revision as it is published, without who and when. */
export interface PublishedStudio {
  readonly revision: number;
  readonly studio: Studio;
}

/** Returns the studio that holds: the published one, with what a file sets. */
export function studioThatHolds(file: StudioOfFile | null, published: Pick<PublishedStudio, 'studio'> | null): Studio {
  const studio = published?.studio ?? emptyStudio;
  if (file === null) return studio;
  return { ...studio, ...Object.fromEntries(file.keys.map((key) => [key, file.studio[key]])) };
}

/** Returns what customers see of a studio: nothing hidden, and no key that nobody has set. */
export function catalogueOf(
  studio: Studio,
  revision: number | null,
  pictures: OfferedPictures = noOfferedPictures,
): Catalogue {
  const { title, introduction, afterwards, contact, labels, types, extras, customCards, prices, queue, theme } = studio;
  return {
    title,
    introduction,
    afterwards,
    contact,
    labels,
    types: offered(types).map(({ options, pictures: examples, ...type }) => ({
      ...withPrice(type, prices),
      options: offered(options).map((option) => withPrice(option, prices)),
      ...examplesOf(examples, pictures),
    })),
    extras: offered(extras).map((extra) => withPrice(extra, prices)),
    customCards: offered(customCards),
    ...askedOf(studio),
    ...(queue?.isShown === true && { queue: { asksName: queue.asksName } }),
    ...(theme && { theme }),
    ...logoOf(studio, pictures),
    ...(guardModeOf(studio) !== 'off' && { guard: { proof: true } as const }),
    ...(revision !== null && { revision }),
  };
}

interface Priced {
  readonly price: Price | null;
  readonly percent?: number | null;
}

/** A price without a currency says nothing. */
function withPrice<T extends Priced>({ price, percent, ...entry }: T, prices: Studio['prices']) {
  if (prices === null) return entry;
  return { ...entry, ...(price && { price }), ...(percent && { percent }) };
}
