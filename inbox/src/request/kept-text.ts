import { useState } from 'preact/hooks';
import { createKeptValue } from '../../../page-kit/kept-value.ts';

const kept = createKeptValue('inbox-draft', (value) => (typeof value === 'string' ? value : null));

export interface KeptText {
  readonly text: string;
  set(text: string): void;
  /** Back to what it was before anybody wrote. */
  forget(): void;
}

/**
 * What somebody is writing: it survives a reload and the end of a session.
 *
 * @param place What it belongs to; another place is another text.
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

/** Nothing of a request that is erased stays in this browser. */
export function forgetTexts(requestId: string): void {
  for (const kind of ['note', 'message', 'mail']) kept.forget(`${kind} ${requestId}`);
}
