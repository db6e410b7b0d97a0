import { emptyStudio, type Studio, type StudioKey } from './studio.ts';

/** The keys that `CATALOGUE_FILE` sets. They win, and the inbox shows them locked (S7). */
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
