import type { Studio, StudioKey } from '../../../../src/studio/document/studio.ts';
import type * as revisions from '../../../../src/studio/revisions/studio-revisions.ts';
import type { Sent } from '../../api/shapes.ts';

export type { Studio, StudioKey };

type WithDocument<T> = Sent<Omit<T, 'document'>> & { readonly document: Studio };

export type SentDraft = WithDocument<revisions.StudioDraft>;
export type SentRevision = WithDocument<revisions.StudioRevision>;
export type SentRevisionFacts = Sent<Omit<revisions.StudioRevision, 'document'>>;

export interface SentStudio {
  /** Null before the first publication. */
  readonly published: SentRevision | null;
  /** What holds: the published document with what a file on the server sets. */
  readonly document: Studio;
  readonly locked: readonly StudioKey[];
}
