import type { Studio } from './studio.ts';

/** A place of the document that names a picture. */
interface NamedPicture {
  readonly path: readonly PropertyKey[];
  readonly sha256: string;
}

/** Returns every place that names a picture, in the order of the document. */
export function namedPictures({ logo, types }: Pick<Studio, 'logo' | 'types'>): readonly NamedPicture[] {
  return [
    ...(logo === null ? [] : [{ path: ['logo'], sha256: logo.sha256 }]),
    ...types.flatMap(({ pictures }, type) =>
      pictures.map(({ sha256 }, at) => ({ path: ['types', type, 'pictures', at], sha256 })),
    ),
  ];
}
