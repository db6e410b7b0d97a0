import type { Catalogue } from '../catalogue/catalogue.ts';
import { guardModeOf } from './guard.ts';
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

/** Returns what customers see of a studio: nothing hidden, and no key that nobody has set. */
export function catalogueOf(studio: Studio, revision: number | null): Catalogue {
  const { title, introduction, afterwards, contact, labels, types, extras, customCards, theme } = studio;
  return {
    title,
    introduction,
    afterwards,
    contact,
    labels,
    types: offered(types).map((type) => ({ ...type, options: offered(type.options) })),
    extras: offered(extras),
    customCards: offered(customCards),
    ...(theme && { theme }),
    ...(guardModeOf(studio) !== 'off' && { guard: { proof: true } as const }),
    ...(revision !== null && { revision }),
  };
}

interface Hideable {
  readonly hidden: boolean;
}

function offered<T extends Hideable>(entries: readonly T[]): Omit<T, 'hidden'>[] {
  return entries.filter((entry) => !entry.hidden).map(({ hidden: _, ...entry }) => entry);
}
