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
  /** The effective document: the published one with the values that a file on the server sets. */
  readonly document: Studio;
  readonly locked: readonly StudioKey[];
}

/** An entry of a list, such as a choice or a question. */
export interface Entry extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly hidden?: boolean;
}

/** The number of slots that a type may have. */
export const leastSlots = 0;
export const mostSlots = 10_000;
/** The number of slots that a request may take. */
export const leastWeight = 1;
export const mostWeight = 10;

export interface OfferFacts {
  /** Null before the first publication. */
  readonly published: unknown;
  /** The keys that a file on the server sets. */
  readonly locked: readonly string[];
}

/** Whether customers see settings of the studio: published ones, or those of a file on the server. */
export const hasOffer = ({ published, locked }: OfferFacts): boolean => published !== null || locked.length > 0;
