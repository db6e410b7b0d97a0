import { createStoredValue } from '../../../page-kit/stored-value.ts';
import { type Cell, createCell, useCell } from '../cells/cell.ts';
import { unsentText } from './unsent-text.ts';

interface Written {
  readonly text: string;
  /** The initial value when the writing began. */
  readonly before: string;
}

interface Draft {
  readonly written: Written | null;
  readonly isSending: boolean;
}

const name = 'inbox-draft';
const stored = createStoredValue(name, readWritten);

/** The drafts by key. A field that is left and opened again has the same draft, also one that is being sent. */
const drafts = new Map<string, Cell<Draft>>();

// Otherwise a text that another window has sent could be sent again from here.
window.addEventListener('storage', (event) => {
  for (const [key, cell] of drafts) {
    if (event.key === `${name} ${key}`) cell.set({ ...cell.value, written: stored.read(key) });
  }
});

export interface TextDraft extends Written {
  readonly isSending: boolean;
  set(text: string): void;
  /** Resets the text to its initial value. */
  reset(): void;
  /**
   * Sends the text, unless it is being sent already. Then removes the sent text, and keeps text typed since the
   * sending began. Rejects as `deliver` does.
   */
  send(deliver: (text: string) => Promise<void>): Promise<void>;
  /** Resets the text unless it was changed since the saving began. A later change is a change of `saved`. */
  resetSaved(saved: string): void;
}

/**
 * A draft text that survives a reload and the end of a session. @param key Storage key. Each key has its own text.
 */
export function useTextDraft(key: string, initial = ''): TextDraft {
  const cell = draftOf(key);
  const { written } = useCell(cell);

  function write(next: Written | null): void {
    if (next === null) stored.remove(key);
    else stored.write(key, next);
    cell.set({ ...cell.value, written: next });
  }

  return {
    text: written?.text ?? initial,
    before: written?.before ?? initial,
    get isSending() {
      return cell.value.isSending;
    },
    set: (text) => write(text === initial ? null : { text, before: written?.before ?? initial }),
    reset: () => write(null),
    async send(deliver) {
      const sent = cell.value.written?.text;
      if (sent === undefined || cell.value.isSending) return;
      cell.set({ ...cell.value, isSending: true });
      try {
        await deliver(sent);
        const now = cell.value.written;
        const text = unsentText(now?.text ?? '', sent);
        write(now === null || text === '' ? null : { ...now, text });
      } finally {
        cell.set({ ...cell.value, isSending: false });
      }
    },
    resetSaved(saved) {
      const now = cell.value.written;
      write(now === null || isSame(now.text, saved) ? null : { ...now, before: saved });
    },
  };
}

function draftOf(key: string): Cell<Draft> {
  const known = drafts.get(key);
  if (known) return known;
  const cell = createCell<Draft>({ written: stored.read(key), isSending: false });
  drafts.set(key, cell);
  return cell;
}

/** Returns true also for white space, which is saved as an empty text. */
function isSame(text: string, saved: string): boolean {
  return text === saved || (saved === '' && text.trim() === '');
}

/** Deletes the draft texts of an erased request from this browser. */
export function removeTextDrafts(requestId: string): void {
  for (const kind of ['note', 'message', 'mail']) {
    const key = `${kind} ${requestId}`;
    stored.remove(key);
    const cell = drafts.get(key);
    // A sending that is under way must not store the text again.
    cell?.set({ ...cell.value, written: null });
    drafts.delete(key);
  }
}

function readWritten(value: unknown): Written | null {
  if (typeof value !== 'object' || value === null || !('text' in value && 'before' in value)) return null;
  const { text, before } = value;
  return typeof text === 'string' && typeof before === 'string' ? { text, before } : null;
}
