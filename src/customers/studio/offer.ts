import type { Catalogue, ShownPicture } from '../catalogue/catalogue.ts';
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
export function studioThatHolds(file: StudioOfFile | null, published: PublishedStudio | null): Studio {
  const studio = published?.studio ?? emptyStudio;
  if (file === null) return studio;
  return { ...studio, ...Object.fromEntries(file.keys.map((key) => [key, file.studio[key]])) };
}

/** The pictures that there are, by name. */
export type OfferedPictures = ReadonlyMap<string, Omit<ShownPicture, 'alt'>>;

export const noOfferedPictures: OfferedPictures = new Map();

/** Returns what customers see of a studio: nothing hidden, and no key that nobody has set. */
export function catalogueOf(
  studio: Studio,
  revision: number | null,
  pictures: OfferedPictures = noOfferedPictures,
): Catalogue {
  const { title, introduction, afterwards, contact, labels, types, extras, customCards, theme } = studio;
  const logo = studio.logo && pictures.get(studio.logo.sha256);
  return {
    title,
    introduction,
    afterwards,
    contact,
    labels,
    types: offered(types).map(({ pictures: examples, ...type }) => ({
      ...type,
      options: offered(type.options),
      ...shown(examples, pictures),
    })),
    extras: offered(extras),
    customCards: offered(customCards),
    ...(theme && { theme }),
    ...(logo && { logo: { url: logo.url, width: logo.width, height: logo.height } }),
    ...(revision !== null && { revision }),
  };
}

function shown(examples: Studio['types'][number]['pictures'], pictures: OfferedPictures) {
  const found = examples.flatMap(({ sha256, alt }): ShownPicture[] => {
    const picture = pictures.get(sha256);
    return picture === undefined ? [] : [{ ...picture, alt }];
  });
  return found.length === 0 ? {} : { pictures: found };
}

interface Hideable {
  readonly hidden: boolean;
}

function offered<T extends Hideable>(entries: readonly T[]): Omit<T, 'hidden'>[] {
  return entries.filter((entry) => !entry.hidden).map(({ hidden: _, ...entry }) => entry);
}
