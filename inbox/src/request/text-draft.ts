import { useState } from 'preact/hooks';
import { createStoredValue } from '../../../page-kit/stored-value.ts';

const stored = createStoredValue('inbox-draft', (value) => (typeof value === 'string' ? value : null));

export interface TextDraft {
  readonly text: string;
  set(text: string): void;
  /** Resets the text to its initial value. */
  reset(): void;
}

/**
 * A draft text that survives a reload and the end of a session. @param key Storage key. Each key has its own text.
 */
export function useTextDraft(key: string, initial = ''): TextDraft {
  const [written, setWritten] = useState<{ key: string; text: string } | null>(null);
  const reset = () => {
    stored.remove(key);
    setWritten(null);
  };
  return {
    text: written?.key === key ? written.text : (stored.read(key) ?? initial),
    set(text) {
      if (text === initial) return reset();
      stored.write(key, text);
      setWritten({ key, text });
    },
    reset,
  };
}

/** Deletes the draft texts of an erased request from this browser. */
export function removeTextDrafts(requestId: string): void {
  for (const kind of ['note', 'message', 'mail']) stored.remove(`${kind} ${requestId}`);
}
