import { studioThatHolds } from '../../../customers/studio/offer.ts';
import type { Studio } from '../../../customers/studio/studio.ts';
import type { OperatorParts } from '../operator-parts.ts';

/** Reads the studio that holds: what is published, with what a file on the server sets. */
export async function readSetStudio({ revisions, file }: OperatorParts['studio']): Promise<Studio> {
  const published = await revisions.published();
  return studioThatHolds(file, published && { studio: published.document });
}
