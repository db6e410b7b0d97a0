import type { Actor } from '../../events/events.ts';
import type { Fault } from '../document/faults.ts';
import type { Studio, StudioKey } from '../document/studio.ts';
import type { RevisionFacts } from './revision-shape.ts';

export interface StudioRevision extends RevisionFacts {
  readonly document: Studio;
}

/** The edited studio that is not published yet. */
export interface StudioDraft {
  readonly version: number;
  readonly basedOn: number | null;
  readonly changed: readonly StudioKey[];
  readonly changedAt: Date | null;
  readonly actor: RevisionFacts['actor'] | null;
  readonly document: Studio;
}

/** The document names pictures that are not there. */
export interface UnknownPictures {
  /** The references to them. */
  readonly unknownPictures: readonly Fault[];
}

/** The document gives ids to entries that were those of others, or offers types that no customer could have. */
export interface FaultyDraft {
  readonly faults: readonly Fault[];
}

/** Another editor has changed the draft since. */
export interface DraftConflict {
  readonly conflict: StudioDraft;
}

export interface Publication {
  /** The version of the draft that was seen. Null for the host's own command, which shows no draft. */
  readonly version: number | null;
  readonly note: string | null;
  readonly actor: Actor;
}

export interface Published {
  readonly published: StudioRevision;
}

/** The studio's document and its revisions. Calls reject when the database cannot be reached. */
export interface StudioRevisions {
  /** Resolves with null before the first publication. */
  published(): Promise<StudioRevision | null>;
  find(revision: number): Promise<StudioRevision | null>;
  /** Resolves with revisions before this one, the newest first. */
  list(before: number | null, limit: number): Promise<readonly RevisionFacts[]>;
  /** Resolves with every id that was ever published, of any list. */
  usedIds(): Promise<readonly string[]>;
  /** Resolves with the draft, or without one with the published document. */
  draft(): Promise<StudioDraft>;
  /** `forbidden`: the document differs from the draft in other keys than `mayChange`. */
  saveDraft(
    version: number,
    document: Studio,
    actor: Actor,
    mayChange?: readonly StudioKey[],
  ): Promise<{ readonly saved: StudioDraft } | DraftConflict | UnknownPictures | 'forbidden'>;
  /**
   * Publishes the draft. The extras that requests can be linked to follow it in the same transaction. `forbidden`: the
   * draft differs from the published document in other keys than `mayChange`. An id comes back only as the same entry: the host's
   * command and `publishAgain` alone may bring back others.
   */
  publishDraft(
    publication: Publication,
    mayChange?: readonly StudioKey[],
  ): Promise<Published | DraftConflict | UnknownPictures | FaultyDraft | 'unchanged' | 'forbidden'>;
  /** Applies `change` to the published document and publishes the result. The draft stays. */
  publish(
    change: (published: Studio) => Studio,
    publication: Publication,
  ): Promise<Published | DraftConflict | UnknownPictures | 'unchanged'>;
  /**
   * As `publish`, and changes the draft alike, so that publishing it later does not take the change back. `published`:
   * the published revision, when the draft is changed.
   */
  amend(
    change: (document: Studio, published?: Studio) => Studio,
    publication: Publication,
  ): Promise<Published | DraftConflict | UnknownPictures | 'unchanged'>;
  /** Publishes an earlier revision again. The draft stays. */
  publishAgain(
    revision: number,
    publication: Publication,
  ): Promise<Published | DraftConflict | UnknownPictures | 'unchanged' | 'missing'>;
}
