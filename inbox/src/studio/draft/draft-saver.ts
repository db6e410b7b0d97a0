import { ApiFailure } from '../../api/api-failure.ts';
import { mayBeMade, randomKey } from '../../api/call.ts';
import type { Call } from '../../api/send.ts';
import type { Cell } from '../../cells/cell.ts';
import { isSame } from './describe-changes.ts';
import type { SentDraft, Studio } from './draft-shapes.ts';
import { faultsOf, missingTexts, tooLarge } from './form-faults.ts';
import type { FormState } from './form-state.ts';
import type { KeptDrafts, SentSave } from './kept-drafts.ts';

/** Sends the draft soon after the last change, and again until the service has it. */
interface DraftSaver {
  soon(): void;
  /** Keeps the edited document in this browser, with the save that is on its way. */
  keep(): void;
  /** Sends it now. Resolves with true when the service has everything. */
  flush(): Promise<boolean>;
  close(): void;
}

const pauseMs = 600;
const retryMs = 3000;

/** @param earlier A save of an earlier visit without a response. */
export function createDraftSaver(
  call: Call,
  state: Cell<FormState>,
  kept: KeptDrafts,
  earlier: SentSave | null,
): DraftSaver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  /** The save without a response. It is sent again first, because the service may have stored it. */
  let unanswered = earlier;
  const online = () => flush();
  window.addEventListener('online', online);

  function sendIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    while (sending !== null) await sending;
    const { document, draft, conflict } = state.value;
    if (conflict !== null) return false;
    if (document === draft.document) return true;
    const faults = missingTexts(document);
    if (faults.length > 0) {
      keep();
      state.set({ ...state.value, save: 'refused', faults });
      return false;
    }
    const isEarlier = unanswered !== null;
    sending = send();
    await sending;
    return isEarlier && unanswered === null ? flush() : state.value.save === 'saved';
  }

  async function send(): Promise<void> {
    const { document, draft } = state.value;
    const save = unanswered ?? { version: draft.version, document, key: randomKey() };
    unanswered = save;
    // This page may end before the response.
    keep();
    try {
      const { key, ...body } = save;
      const stored = await call<SentDraft>('PUT', '/studio/draft', { body, key });
      unanswered = null;
      taken(save.document, stored);
    } catch (error) {
      if (!mayBeMade(error)) unanswered = null;
      keep();
      refused(save.document, error);
    } finally {
      sending = null;
    }
  }

  function keep(): void {
    const { document, draft } = state.value;
    kept.write({ before: draft.document, document, ...(unanswered && { save: unanswered }) });
  }

  function taken(sent: Studio, draft: SentDraft): void {
    const { document } = state.value;
    if (document === sent) {
      kept.remove();
      state.set({ ...state.value, document: draft.document, draft, save: 'saved', faults: [] });
      return;
    }
    state.set({ ...state.value, draft, faults: [] });
    keep();
    sendIn(pauseMs);
  }

  function refused(sent: Studio, error: unknown): void {
    const { kind, problem } = error instanceof ApiFailure ? error : { kind: 'failed', problem: null };
    if (problem?.draft) {
      meet(sent, problem.draft as SentDraft);
      return;
    }
    if (kind === 'invalid') {
      state.set({ ...state.value, save: 'refused', faults: problem?.issues ? faultsOf(problem.issues) : [tooLarge] });
      return;
    }
    state.set({ ...state.value, save: kind === 'forbidden' ? 'forbidden' : 'unreachable' });
    if (kind !== 'forbidden') sendIn(retryMs);
  }

  /** The stored draft has another version: published since, sent from here before, or another person's. */
  function meet(sent: Studio, stored: SentDraft): void {
    if (![state.value.draft.document, sent].some((one) => isSame(one, stored.document))) {
      state.set({ ...state.value, save: 'conflict', conflict: stored });
      return;
    }
    state.set({ ...state.value, draft: stored });
    keep();
    sendIn(0);
  }

  return {
    soon: () => sendIn(pauseMs),
    keep,
    flush,
    close() {
      window.removeEventListener('online', online);
      void flush();
    },
  };
}
