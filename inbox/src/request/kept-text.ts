import { useState } from 'preact/hooks';
import { createKeptValue } from '../../../page-kit/kept-value.ts';

const kept = createKeptValue('inbox-draft', (value) => (typeof value === 'string' ? value : null));

export interface KeptText {
  readonly text: string;
  set(text: string): void;
  /** Resets the text to its initial value. */
  forget(): void;
}

/**
 * A draft text that survives a reload and the end of a session. @param place Storage key. Each place has its own text.
 */
export function useKeptText(place: string, initial = ''): KeptText {
  const [written, setWritten] = useState<{ place: string; text: string } | null>(null);
  const forget = () => {
    kept.forget(place);
    setWritten(null);
  };
  return {
    text: written?.place === place ? written.text : (kept.read(place) ?? initial),
    set(text) {
      if (text === initial) return forget();
      kept.keep(place, text);
      setWritten({ place, text });
    },
    forget,
  };
}

/** Deletes the draft texts of an erased request from this browser. */
export function forgetTexts(requestId: string): void {
  for (const kind of ['note', 'message', 'mail']) kept.forget(`${kind} ${requestId}`);
}
