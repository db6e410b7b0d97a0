import type { SentDraft, SentStudio, Studio } from './draft-shapes.ts';
import type { FormFault } from './form-faults.ts';

export type SaveState = 'saved' | 'waiting' | 'unreachable' | 'refused' | 'forbidden' | 'conflict';

export interface FormState {
  /** The edited document. */
  readonly document: Studio;
  /** The draft as the service has it. In a conflict, as it was before both changed it. */
  readonly draft: SentDraft;
  readonly studio: SentStudio;
  readonly save: SaveState;
  /** Whether this window has changed the form since it was opened or published. */
  readonly isEdited: boolean;
  readonly faults: readonly FormFault[];
  readonly history: History;
  /** The draft that another person has saved meanwhile. */
  readonly conflict: SentDraft | null;
}

export const isUnsaved = ({ document, draft }: FormState): boolean => document !== draft.document;

/** Whether this window has changes that customers do not see yet. */
export function isUnpublished(state: FormState): boolean {
  return isUnsaved(state) || (state.isEdited && state.draft.changed.length > 0);
}

/** The changes that can be undone and redone. */
export interface History {
  readonly past: readonly Studio[];
  readonly future: readonly Studio[];
  /** The path of the last change. The next change at it is the same step: typing is undone as a whole. */
  readonly path: string | null;
  readonly changedAt: number;
}

const mostSteps = 100;
/** After a pause the next words are another step. */
const pauseMs = 2000;

export const noHistory: History = { past: [], future: [], path: null, changedAt: 0 };

/** @param path Null for a change that is a step of its own. */
export function remember(history: History, before: Studio, path: string | null, now: number): History {
  const isSameStep = path !== null && path === history.path && now - history.changedAt < pauseMs;
  const past = isSameStep ? history.past : [...history.past, before].slice(-mostSteps);
  return { past, future: [], path, changedAt: now };
}
