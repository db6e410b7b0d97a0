import { useRef, useState } from 'preact/hooks';
import { createStoredValue } from '../../../page-kit/stored-value.ts';
import { unsentText } from './unsent-text.ts';

interface Written {
  readonly text: string;
  /** The initial value when the writing began. */
  readonly before: string;
}

const stored = createStoredValue('inbox-draft', readWritten);

export interface TextDraft extends Written {
  set(text: string): void;
  /** Resets the text to its initial value. */
  reset(): void;
  /** Removes what was sent, and keeps what was typed since the sending began. */
  removeSent(sent: string): void;
  /** Resets the text unless it was changed since the saving began. What was changed since is a change of `saved`. */
  resetSaved(saved: string): void;
}

/**
 * A draft text that survives a reload and the end of a session. @param key Storage key. Each key has its own text.
 */
export function useTextDraft(key: string, initial = ''): TextDraft {
  const [inWindow, setInWindow] = useState<{ readonly key: string; readonly written: Written | null } | null>(null);
  const written = inWindow?.key === key ? inWindow.written : stored.read(key);
  const latest = useRef(written);
  latest.current = written;

  function write(next: Written | null): void {
    if (next === null) stored.remove(key);
    else stored.write(key, next);
    latest.current = next;
    setInWindow({ key, written: next });
  }

  /** Returns what is written now, also to a function of an earlier render. */
  const current = () => stored.read(key) ?? latest.current;

  return {
    text: written?.text ?? initial,
    before: written?.before ?? initial,
    set: (text) => write(text === initial ? null : { text, before: written?.before ?? initial }),
    reset: () => write(null),
    removeSent(sent) {
      const now = current();
      const text = unsentText(now?.text ?? '', sent);
      write(now === null || text === '' ? null : { ...now, text });
    },
    resetSaved(saved) {
      const now = current();
      write(now === null || isSame(now.text, saved) ? null : { ...now, before: saved });
    },
  };
}

/** Returns true also for white space, which is saved as an empty text. */
function isSame(text: string, saved: string): boolean {
  return text === saved || (saved === '' && text.trim() === '');
}

/** Deletes the draft texts of an erased request from this browser. */
export function removeTextDrafts(requestId: string): void {
  for (const kind of ['note', 'message', 'mail']) stored.remove(`${kind} ${requestId}`);
}

function readWritten(value: unknown): Written | null {
  if (typeof value !== 'object' || value === null || !('text' in value && 'before' in value)) return null;
  const { text, before } = value;
  return typeof text === 'string' && typeof before === 'string' ? { text, before } : null;
}
