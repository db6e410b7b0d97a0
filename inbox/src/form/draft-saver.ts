import { ApiFailure } from '../api/api-failure.ts';
import type { Call } from '../api/call.ts';
import type { Cell } from '../cells/cell.ts';
import { isSame } from './describe-changes.ts';
import type { SentDraft, Studio } from './draft-shapes.ts';
import { faultsOf, tooLarge } from './form-faults.ts';
import type { FormState } from './form-state.ts';
import type { KeptDrafts } from './kept-drafts.ts';

/** Sends the draft soon after the last change, and again until the service has it. */
export interface DraftSaver {
  soon(): void;
  /** Sends it now. Resolves with true when the service has everything. */
  flush(): Promise<boolean>;
  close(): void;
}

const pauseMs = 600;
const retryMs = 3000;

export function createDraftSaver(call: Call, state: Cell<FormState>, kept: KeptDrafts): DraftSaver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  /** Sent from here without a response: the service may have stored one of them. */
  const unanswered = new Set<Studio>();
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
    sending = send();
    await sending;
    return state.value.save === 'saved';
  }

  async function send(): Promise<void> {
    const { document: sent, draft } = state.value;
    try {
      const body = { version: draft.version, document: sent };
      taken(sent, await call<SentDraft>('PUT', '/studio/draft', { body }));
    } catch (error) {
      refused(sent, error);
    } finally {
      sending = null;
    }
  }

  function taken(sent: Studio, draft: SentDraft): void {
    unanswered.clear();
    const { document } = state.value;
    if (document === sent) {
      kept.remove();
      state.set({ ...state.value, document: draft.document, draft, save: 'saved', faults: [] });
      return;
    }
    state.set({ ...state.value, draft, faults: [] });
    kept.write({ before: draft.document, document });
    sendIn(pauseMs);
  }

  function refused(sent: Studio, error: unknown): void {
    const { kind, problem } = error instanceof ApiFailure ? error : { kind: 'failed', problem: null };
    if (problem?.draft) {
      meet(problem.draft as SentDraft);
      return;
    }
    if (kind === 'invalid') {
      state.set({ ...state.value, save: 'refused', faults: problem?.issues ? faultsOf(problem.issues) : [tooLarge] });
      return;
    }
    state.set({ ...state.value, save: kind === 'forbidden' ? 'forbidden' : 'unreachable' });
    if (kind === 'forbidden') return;
    unanswered.add(sent);
    sendIn(retryMs);
  }

  /** The stored draft has another version: published since, sent from here before, or another person's. */
  function meet(stored: SentDraft): void {
    const { document, draft } = state.value;
    const isKnown = [draft.document, ...unanswered].some((one) => isSame(one, stored.document));
    if (!isKnown) {
      state.set({ ...state.value, save: 'conflict', conflict: stored });
      return;
    }
    state.set({ ...state.value, draft: stored });
    kept.write({ before: stored.document, document });
    sendIn(0);
  }

  return {
    soon: () => sendIn(pauseMs),
    flush,
    close() {
      window.removeEventListener('online', online);
      void flush();
    },
  };
}
