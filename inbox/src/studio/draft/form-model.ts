import { ApiFailure } from '../../api/api-failure.ts';
import { mayBeMade, randomKey } from '../../api/call.ts';
import type { Call } from '../../api/send.ts';
import { type Cell, createCell } from '../../cells/cell.ts';
import { isSame } from './describe-changes.ts';
import { createDraftSaver } from './draft-saver.ts';
import type { SentDraft, SentStudio, Studio } from './draft-shapes.ts';
import { type FormFault, faultsOutside } from './form-faults.ts';
import { type FormState, type History, isUnsaved, noHistory, remember } from './form-state.ts';
import type { KeptDraft, KeptDrafts } from './kept-drafts.ts';
import { withNamedIds, withNewKinds } from './new-ids.ts';
import { type Path, withValue } from './paths.ts';

/** The form that is being edited. Calls to the service may throw an ApiFailure. */
export interface FormModel {
  readonly state: Cell<FormState>;
  change(path: Path, value: unknown): void;
  /** A change at several paths, which is undone as one. */
  replace(document: Studio): void;
  undo(): void;
  redo(): void;
  /** Resolves with true when the service has everything. */
  flush(): Promise<boolean>;
  /** @param chosen The whole document that stays. */
  resolve(chosen: Studio): void;
  /**
   * Resolves with `changed` when another person has changed the draft or published since, which is then shown here, and
   * with `unsaved` when the service rejects the draft.
   */
  publish(note: string): Promise<'published' | 'changed' | 'unsaved'>;
  rollBack(revision: number): Promise<'published' | 'changed' | 'unsaved'>;
  /** Takes over the changes of others, while no change of this window is unsent. */
  refresh(): Promise<void>;
  close(): void;
}

export async function loadForm(call: Call, kept: KeptDrafts): Promise<FormModel> {
  const [studio, draft] = await read(call);
  const state = createCell<FormState>(fresh(studio, draft));
  const left = kept.read();
  const saver = createDraftSaver(call, state, kept, left?.save ?? null);
  /** A publication without a response. It is sent again as it was. */
  let unanswered: { readonly path: string; readonly body: { readonly version: number }; readonly key: string } | null =
    null;
  if (left !== null) takeUp(left);

  /** Continues with the text of an earlier visit. */
  function takeUp({ before, document, save }: KeptDraft): void {
    if (isSame(document, draft.document)) {
      kept.remove();
      return;
    }
    if (isSame(before, draft.document)) {
      state.set({ ...state.value, document, save: 'waiting', isEdited: true });
      saver.soon();
      return;
    }
    const ofBoth = { ...draft, document: before };
    if (save) {
      state.set({ ...state.value, document, draft: ofBoth, save: 'waiting', isEdited: true });
      saver.soon();
      return;
    }
    state.set({ ...state.value, document, draft: ofBoth, save: 'conflict', conflict: draft, isEdited: true });
  }

  function edit(document: Studio, history: History, faults: readonly FormFault[] = []): void {
    const { conflict } = state.value;
    state.set({ ...state.value, document, history, faults, save: conflict ? 'conflict' : 'waiting', isEdited: true });
    saver.keep();
    if (conflict === null) saver.soon();
  }

  async function reload(): Promise<void> {
    const [nextStudio, nextDraft] = await read(call);
    if (isUnsaved(state.value)) return;
    const { draft: known, history, isEdited } = state.value;
    const isNew = nextDraft.version !== known.version;
    const isOpen = isEdited && nextDraft.changed.length > 0;
    state.set({ ...fresh(nextStudio, nextDraft), history: isNew ? noHistory : history, isEdited: isOpen });
  }

  /** Ids are unique. Loads the ids of earlier entries only where a new entry needs one. */
  async function withOwnIds(document: Studio): Promise<Studio> {
    const { published } = state.value.studio;
    const own = withNewKinds(document, published?.document.questions ?? []);
    if (withNamedIds(own) === own) return own;
    return withNamedIds(own, (await call<{ items: readonly string[] }>('GET', '/studio/used-ids')).items);
  }

  async function post(path: string, note: string | null): Promise<'published' | 'changed' | 'unsaved'> {
    if (!(await saver.flush())) {
      if (state.value.save === 'unreachable') throw new ApiFailure('unreachable');
      return 'unsaved';
    }
    const { version } = state.value.draft;
    const isRepeated = unanswered?.path === path && unanswered.body.version === version;
    const sent = unanswered !== null && isRepeated ? unanswered : { path, body: { version, note }, key: randomKey() };
    unanswered = sent;
    try {
      await call('POST', path, { body: sent.body, key: sent.key });
    } catch (error) {
      if (!mayBeMade(error)) unanswered = null;
      if (!(error instanceof ApiFailure && error.problem?.draft)) throw error;
      await reload();
      return 'changed';
    }
    await reload();
    unanswered = null;
    return 'published';
  }

  return {
    state,
    change(path, value) {
      const { document, history, faults } = state.value;
      const past = remember(history, document, path.join('/'), Date.now());
      edit(withValue(document, path, value), past, faultsOutside(faults, path));
    },
    replace(document) {
      edit(document, remember(state.value.history, state.value.document, null, Date.now()));
    },
    undo() {
      const { document, history } = state.value;
      const before = history.past.at(-1);
      if (before === undefined) return;
      const future = [document, ...history.future];
      edit(before, { past: history.past.slice(0, -1), future, path: null, changedAt: 0 });
    },
    redo() {
      const { document, history } = state.value;
      const [next, ...future] = history.future;
      if (next === undefined) return;
      edit(next, { past: [...history.past, document], future, path: null, changedAt: 0 });
    },
    flush: saver.flush,
    resolve(chosen) {
      const { conflict: theirs } = state.value;
      if (theirs === null) return;
      const { document } = theirs;
      state.set({ ...state.value, document, draft: theirs, history: noHistory, save: 'saved', conflict: null });
      if (chosen === document) kept.remove();
      else edit(chosen, noHistory);
    },
    async publish(note) {
      const named = await withOwnIds(state.value.document);
      if (named !== state.value.document) edit(named, noHistory);
      return post('/studio/publish', note.trim() || null);
    },
    rollBack: (revision) => post(`/studio/revisions/${revision}/publish`, null),
    refresh: async () => (isUnsaved(state.value) ? undefined : reload()),
    close: saver.close,
  };
}

const read = (call: Call) => Promise.all([call<SentStudio>('GET', '/studio'), call<SentDraft>('GET', '/studio/draft')]);

function fresh(studio: SentStudio, draft: SentDraft): FormState {
  return {
    document: draft.document,
    draft,
    studio,
    save: 'saved',
    isEdited: false,
    faults: [],
    history: noHistory,
    conflict: null,
  };
}
