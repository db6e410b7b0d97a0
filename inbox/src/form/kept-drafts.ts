import { createStoredValue } from '../../../page-kit/stored-value.ts';
import { withDefaults } from './defaults.ts';
import type { Studio } from './draft-shapes.ts';

/** What was typed and the service does not have yet. */
export interface KeptDraft {
  /** The draft that the changes began with. */
  readonly before: Studio;
  readonly document: Studio;
}

/** Keeps it in this browser, over a reload and while the service is away. */
export interface KeptDrafts {
  read(): KeptDraft | null;
  write(draft: KeptDraft): void;
  remove(): void;
}

const stored = createStoredValue('inbox-form', (value) =>
  isKept(value) ? { before: withDefaults(value.before), document: withDefaults(value.document) } : null,
);

/** A large form takes some 20 ms: not for each letter. */
const writeDelayMs = 250;

/** @param scope Whoever is signed in: nobody sends what another person has typed. */
export function createKeptDrafts(scope: string): KeptDrafts {
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
      return stored.read(scope);
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

function isKept(value: unknown): value is KeptDraft {
  const { before, document } = Object(value);
  return [before, document].every((one) => Array.isArray(Object(one).types));
}
