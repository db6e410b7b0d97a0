import type { Studio } from './studio.ts';

/** A reference to a picture in the document. */
interface NamedPicture {
  readonly path: readonly PropertyKey[];
  readonly sha256: string;
}

/** Returns the document with other names for its pictures. A picture that has no other name keeps its own. */
export function renamePictures<S extends Pick<Studio, 'logo' | 'types'>>(
  studio: S,
  otherNames: ReadonlyMap<string, string>,
): S {
  const renamed = <P extends { readonly sha256: string }>(picture: P): P => ({
    ...picture,
    sha256: otherNames.get(picture.sha256) ?? picture.sha256,
  });
  return {
    ...studio,
    logo: studio.logo && renamed(studio.logo),
    types: studio.types.map((type) => ({ ...type, pictures: type.pictures.map(renamed) })),
  };
}

/** Returns every reference to a picture, in the order of the document. */
export function namedPictures({ logo, types }: Pick<Studio, 'logo' | 'types'>): readonly NamedPicture[] {
  return [
    ...(logo === null ? [] : [{ path: ['logo'], sha256: logo.sha256 }]),
    ...types.flatMap(({ pictures }, type) =>
      pictures.map(({ sha256 }, at) => ({ path: ['types', type, 'pictures', at], sha256 })),
    ),
  ];
}
