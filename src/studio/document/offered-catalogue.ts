import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Price } from '../catalogue/price.ts';
import type { ShownPicture } from '../catalogue/shown-picture.ts';
import { askedOf, offered, type VersionsOf } from './asked.ts';
import type { Studio } from './studio.ts';

/** The pictures that there are, by name. */
export type OfferedPictures = ReadonlyMap<string, Omit<ShownPicture, 'alt'>>;

export const noOfferedPictures: OfferedPictures = new Map();

function logoOf({ logo }: Studio, pictures: OfferedPictures): Pick<Catalogue, 'logo'> {
  const found = logo === null ? undefined : pictures.get(logo.sha256);
  return found === undefined ? {} : { logo: { url: found.url, width: found.width, height: found.height } };
}

/** Returns the examples of a type that there are. Without one the key is absent. */
function examplesOf(examples: Studio['types'][number]['pictures'], pictures: OfferedPictures) {
  const found = examples.flatMap(({ sha256, alt }): ShownPicture[] => {
    const picture = pictures.get(sha256);
    return picture === undefined ? [] : [{ ...picture, alt }];
  });
  return found.length === 0 ? {} : { pictures: found };
}

interface Serving {
  readonly revision: number | null;
  readonly pictures: OfferedPictures;
  /** Absent for a studio without terms. */
  readonly versionsOf?: VersionsOf;
}

/**
 * Returns the part of a studio for customers: without hidden entries, and only keys that are set. The service serves it,
 * and the editor's preview shows it: it loads neither the schema nor a module of Node.js.
 */
export function catalogueOf(studio: Studio, { revision, pictures, versionsOf }: Serving): Catalogue {
  const { title, introduction, afterwards, contact, labels, types, extras, customCards } = studio;
  const { prices, queue, theme, guard } = studio;
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
    ...askedOf(studio, versionsOf),
    ...(queue?.isShown === true && { queue: { asksName: queue.asksName } }),
    ...(theme && { theme }),
    ...logoOf(studio, pictures),
    ...(guard !== null && guard.mode !== 'off' && { guard: { proof: true } as const }),
    ...(revision !== null && { revision }),
  };
}

interface Priced {
  readonly price: Price | null;
  readonly percent?: number | null;
}

/** A price without a currency has no meaning. */
function withPrice<T extends Priced>({ price, percent, ...entry }: T, prices: Studio['prices']) {
  if (prices === null) return entry;
  return { ...entry, ...(price && { price }), ...(percent && { percent }) };
}
