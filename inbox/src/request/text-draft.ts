import { useState } from 'preact/hooks';
import { createStoredValue } from '../../../page-kit/stored-value.ts';

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
}

/**
 * A draft text that survives a reload and the end of a session. @param key Storage key. Each key has its own text.
 */
export function useTextDraft(key: string, initial = ''): TextDraft {
  const [inWindow, setInWindow] = useState<{ readonly key: string; readonly written: Written | null } | null>(null);
  const written = inWindow?.key === key ? inWindow.written : stored.read(key);
  const reset = () => {
    stored.remove(key);
    setInWindow({ key, written: null });
  };
  return {
    text: written?.text ?? initial,
    before: written?.before ?? initial,
    set(text) {
      if (text === initial) return reset();
      const next = { text, before: written?.before ?? initial };
      stored.write(key, next);
      setInWindow({ key, written: next });
    },
    reset,
  };
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
