import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ShownPicture } from '../catalogue/shown-picture.ts';
import type { Studio } from './studio.ts';

/** The pictures that there are, by name. */
export type OfferedPictures = ReadonlyMap<string, Omit<ShownPicture, 'alt'>>;

export const noOfferedPictures: OfferedPictures = new Map();

export function logoOf({ logo }: Studio, pictures: OfferedPictures): Pick<Catalogue, 'logo'> {
  const found = logo === null ? undefined : pictures.get(logo.sha256);
  return found === undefined ? {} : { logo: { url: found.url, width: found.width, height: found.height } };
}

/** Returns the examples of a type that there are. Without one the key is absent. */
export function examplesOf(examples: Studio['types'][number]['pictures'], pictures: OfferedPictures) {
  const found = examples.flatMap(({ sha256, alt }): ShownPicture[] => {
    const picture = pictures.get(sha256);
    return picture === undefined ? [] : [{ ...picture, alt }];
  });
  return found.length === 0 ? {} : { pictures: found };
}
