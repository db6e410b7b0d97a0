import { emptyStudio, type Studio, type StudioKey } from './studio.ts';

/** The keys that `CATALOGUE_FILE` sets. They win, and the inbox shows them locked (S7). */
export interface StudioOfFile {
  readonly studio: Studio;
  /** The keys that are written in the file. */
  readonly keys: readonly StudioKey[];
}

/** A published revision, without its author and time. */
export interface PublishedStudio {
  readonly revision: number;
  readonly studio: Studio;
}

/** Returns the effective studio: the published one, with the keys of a file. */
export function effectiveStudio(file: StudioOfFile | null, published: Pick<PublishedStudio, 'studio'> | null): Studio {
  const studio = published?.studio ?? emptyStudio;
  if (file === null) return studio;
  return { ...studio, ...Object.fromEntries(file.keys.map((key) => [key, file.studio[key]])) };
}
