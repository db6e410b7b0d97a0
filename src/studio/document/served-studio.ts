import type { Catalogue } from '../catalogue/catalogue.ts';
import { type PublishedStudio, type StudioOfFile, studioThatHolds } from './offer.ts';
import { catalogueOf } from './offered-catalogue.ts';
import { noOfferedPictures, type OfferedPictures } from './offered-pictures.ts';
import { emptyStudio, type Studio, type StudioKey } from './studio.ts';
import { versionsOf } from './terms-version.ts';

/** The studio as a process serves it. Another revision is another object. */
export interface ServedStudio {
  /** Null while there is none, also of a file. */
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
  /** As `current`, with what a file sets as long as nothing else is known. */
  known(): ServedStudio;
}

/**
 * @param leftOut Keys that this process does not offer, whoever sets them.
 * @param pictures Those that the studio names. Others are not shown.
 * @param revision That of what customers see
 */
export function servedStudio(
  file: StudioOfFile | null,
  published: PublishedStudio | null,
  leftOut: readonly StudioKey[] = [],
  pictures: OfferedPictures = noOfferedPictures,
  revision: number | null = published?.revision ?? null,
): ServedStudio {
  const empty = Object.fromEntries(leftOut.map((key) => [key, emptyStudio[key]]));
  const studio = { ...studioThatHolds(file, published), ...empty };
  return { revision, studio, catalogue: catalogueOf(studio, { revision, pictures, versionsOf }) };
}
