import type { Catalogue } from '../catalogue/catalogue.ts';
import { effectiveStudio, type PublishedStudio, type StudioOfFile } from './offer.ts';
import { catalogueOf, noOfferedPictures, type OfferedPictures } from './offered-catalogue.ts';
import { emptyStudio, type Studio, type StudioKey } from './studio.ts';
import { versionsOf } from './terms-version.ts';

/** The studio as a process serves it. Another revision is another object. */
export interface ServedStudio {
  /** Null before the first revision, also that of a file. */
  readonly revision: number | null;
  /** With its hidden parts. */
  readonly studio: Studio;
  /** The part for customers. */
  readonly catalogue: Catalogue;
}

/** Follows the published studio. */
export interface StudioSource {
  /** The last known revision, or null while this process has not reached the database yet. */
  current(): ServedStudio | null;
  /** As `current`, with the keys of a file while `current` is null. */
  known(): ServedStudio;
}

/**
 * @param leftOut Keys that this process never offers.
 * @param pictures Those that the studio names. Others are not shown.
 * @param revision The number of the revision that customers see
 */
export function servedStudio(
  file: StudioOfFile | null,
  published: PublishedStudio | null,
  leftOut: readonly StudioKey[] = [],
  pictures: OfferedPictures = noOfferedPictures,
  revision: number | null = published?.revision ?? null,
): ServedStudio {
  const empty = Object.fromEntries(leftOut.map((key) => [key, emptyStudio[key]]));
  const studio = { ...effectiveStudio(file, published), ...empty };
  return { revision, studio, catalogue: catalogueOf(studio, { revision, pictures, versionsOf }) };
}
