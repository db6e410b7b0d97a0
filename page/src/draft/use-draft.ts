import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../../../src/intake/submission/asked-questions.ts';
import type { Attachment } from './attachment.ts';
import type { AgreedVersion, Draft } from './draft.ts';
import { createDraftKeeper, type DraftKeeper, isEmpty, type Restored } from './draft-keeper.ts';
import type { StoredDraft } from './stored-draft.ts';

/** The form's content, stored in the browser until the service accepts it. */
export interface DraftState
  extends Pick<
    DraftKeeper,
    | 'prefill'
    | 'attach'
    | 'detach'
    | 'replaceFile'
    | 'ensureIdempotencyKey'
    | 'finish'
    | 'discard'
    | 'undoDiscard'
    | 'refresh'
    | 'showVersion'
    | 'deleteVersion'
  > {
  readonly draft: Draft;
  readonly attachments: readonly Attachment[];
  /** Null when the content was entered here. Stays set while discarded content can be restored. */
  readonly restored: Restored | null;
  readonly versions: readonly StoredDraft[];
  change(part: Partial<Draft>): void;
  /** Replaces the answer to a question. */
  answer(questionId: string, answer: Answer): void;
  /** Ticks the box of terms with the version that is shown, or takes the tick away. */
  agree(termsId: string, version: AgreedVersion | null): void;
  reorder(attachments: readonly Attachment[]): void;
  /** Makes the next submission use a new key. */
  resetIdempotencyKey(): void;
  readonly isEmpty: boolean;
  readonly isDiscarded: boolean;
}

/**
 * @param prefilled The initial content when no draft is stored.
 * @param onRemoved Called when another tab has sent or cleared the content.
 */
export function useDraft(endpoint: string, prefilled: Draft, onRemoved: () => void): DraftState {
  const [keeper] = useState(() => createDraftKeeper(endpoint, prefilled));
  const [{ content, restored, discarded, versions }, setKept] = useState(keeper.now);
  const latestOnRemoved = useRef(onRemoved);
  latestOnRemoved.current = onRemoved;
  useLayoutEffect(() => keeper.watch({ changed: setKept, removed: () => latestOnRemoved.current() }), []);

  return {
    ...keeper,
    draft: content.draft,
    attachments: content.attachments,
    restored: restored ?? discarded?.restored ?? null,
    versions,
    change: (part) => keeper.change(({ draft }) => ({ draft: { ...draft, ...part } })),
    answer: (id, answer) =>
      keeper.change(({ draft }) => ({ draft: { ...draft, answers: { ...draft.answers, [id]: answer } } })),
    agree: (id, version) =>
      keeper.change(({ draft }) => {
        const { [id]: _, ...others } = draft.agreed;
        return { draft: { ...draft, agreed: version === null ? others : { ...others, [id]: version } } };
      }),
    reorder: (attachments) => keeper.change(() => ({ attachments })),
    resetIdempotencyKey: () => keeper.change(() => ({})),
    isEmpty: isEmpty(content),
    isDiscarded: discarded !== null,
  };
}
