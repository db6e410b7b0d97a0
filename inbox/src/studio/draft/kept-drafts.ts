import { createStoredValue } from '../../../../page-kit/stored-value.ts';
import { randomKey } from '../../api/call.ts';
import { withDefaults } from './defaults.ts';
import type { Studio } from './draft-shapes.ts';

/** Typed changes that the service does not have yet. */
export interface KeptDraft {
  /** The draft that the changes began with. */
  readonly before: Studio;
  readonly document: Studio;
  /** A save without an answer: sent again as it was, so that the service makes it once. */
  readonly save?: SentSave;
}

/** A save of the draft with its `Idempotency-Key`. */
export interface SentSave {
  readonly version: number;
  readonly document: Studio;
  readonly key: string;
}

/** Keeps it in this browser, over a reload and while the service is away. */
export interface KeptDrafts {
  read(): KeptDraft | null;
  write(draft: KeptDraft): void;
  remove(): void;
}

const stored = createStoredValue('inbox-form', (value) =>
  isKept(value) ? { ...value, before: withDefaults(value.before), document: withDefaults(value.document) } : null,
);

/** Pause between two writes, because a large form takes some 20 ms. */
const writeDelayMs = 250;

/** Each tab has its own, which other tabs do not remove. A new tab continues with the text of a closed one. */
const tabKey = 'inbox-form-tab';

/** @param person The person who is signed in. Another person does not send this one's changes. */
export function createKeptDrafts(person: string): KeptDrafts {
  const { scope, isNew } = scopeOfTab(person);
  let waiting: KeptDraft | null = null;
  let timer = 0;

  function settle(): void {
    clearTimeout(timer);
    window.removeEventListener('pagehide', settle);
    if (waiting !== null) stored.write(scope, waiting);
    waiting = null;
  }

  return {
    read() {
      settle();
      return stored.read(scope) ?? (isNew ? takeOver(person, scope) : null);
    },
    write(draft) {
      if (waiting === null) {
        timer = window.setTimeout(settle, writeDelayMs);
        // Before a reload, and when a phone puts the browser away.
        window.addEventListener('pagehide', settle);
      }
      waiting = draft;
    },
    remove() {
      waiting = null;
      settle();
      stored.remove(scope);
    },
  };
}

function scopeOfTab(person: string): { readonly scope: string; readonly isNew: boolean } {
  try {
    const known = sessionStorage.getItem(tabKey);
    const tab = known ?? randomKey();
    sessionStorage.setItem(tabKey, tab);
    return { scope: `${person} ${tab}`, isNew: known === null };
  } catch {
    // Storage is blocked.
    return { scope: person, isNew: false };
  }
}

/** Moves the changes of the person's closed tab into this one. */
function takeOver(person: string, scope: string): KeptDraft | null {
  const left = stored.scopes().find((one) => one === person || one.startsWith(`${person} `));
  const draft = left === undefined ? null : stored.read(left);
  if (left === undefined || draft === null || !stored.write(scope, draft)) return null;
  stored.remove(left);
  return draft;
}

function isKept(value: unknown): value is KeptDraft {
  const { before, document, save } = Object(value);
  return [before, document, ...(save === undefined ? [] : [save.document])].every((one) =>
    Array.isArray(Object(one).types),
  );
}
