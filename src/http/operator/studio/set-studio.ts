import { effectiveStudio } from '../../../studio/document/offer.ts';
import type { Studio } from '../../../studio/document/studio.ts';
import type { OperatorParts } from '../parts/operator-parts.ts';

/** Reads the studio that holds: what is published, with what a file on the server sets. */
export async function readSetStudio({ revisions, file }: OperatorParts['studio']): Promise<Studio> {
  const published = await revisions.published();
  return effectiveStudio(file, published && { studio: published.document });
}
