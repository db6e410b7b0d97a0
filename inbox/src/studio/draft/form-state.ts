import type { SentDraft, SentStudio, Studio } from './draft-shapes.ts';
import type { FormFault } from './form-faults.ts';
import type { History } from './history.ts';

export type SaveState = 'saved' | 'waiting' | 'unreachable' | 'refused' | 'forbidden' | 'conflict';

export interface FormState {
  /** What is edited. */
  readonly document: Studio;
  /** The draft as the service has it. In a conflict, as it was before both changed it. */
  readonly draft: SentDraft;
  readonly studio: SentStudio;
  readonly save: SaveState;
  /** Whether something was changed here since the form was opened or published. */
  readonly isEdited: boolean;
  readonly faults: readonly FormFault[];
  readonly history: History;
  /** The draft as somebody else has saved it meanwhile. */
  readonly conflict: SentDraft | null;
}

export const isUnsaved = ({ document, draft }: FormState): boolean => document !== draft.document;

/** Whether something was changed here that customers do not see yet. */
export function isUnpublished(state: FormState): boolean {
  return isUnsaved(state) || (state.isEdited && state.draft.changed.length > 0);
}
