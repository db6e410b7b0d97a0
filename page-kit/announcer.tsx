import { createContext } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';

/** Announces changes to users of screen readers. */
export interface Announcer {
  /** Announces the text after the screen reader's current sentence. */
  say(text: string): void;
  /** Interrupts the screen reader. */
  alert(text: string): void;
}

const AnnouncerContext = createContext<Announcer>({ say() {}, alert() {} });

export const AnnouncerProvider = AnnouncerContext.Provider;

export function useAnnouncer(): Announcer {
  return useContext(AnnouncerContext);
}

export interface Spoken {
  readonly text: string;
  /** Increases with each announcement, so that a repeated text is announced again. */
  readonly turn: number;
}

export function useSpeech(): { announcer: Announcer; said: Spoken; alerted: Spoken } {
  const [said, setSaid] = useState<Spoken>({ text: '', turn: 0 });
  const [alerted, setAlerted] = useState<Spoken>({ text: '', turn: 0 });
  const announcer = useMemo(
    () => ({
      say: (text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })),
      alert: (text: string) => setAlerted(({ turn }) => ({ text, turn: turn + 1 })),
    }),
    [],
  );
  return { announcer, said, alerted };
}

/** Rendered before the first announcement: a live region that is inserted with its text is not read. */
export function LiveRegions({ said, alerted }: { said: Spoken; alerted: Spoken }) {
  return (
    <div class="visually-hidden">
      <div role="status">
        <p key={said.turn}>{said.text}</p>
      </div>
      <div role="alert">
        <p key={alerted.turn}>{alerted.text}</p>
      </div>
    </div>
  );
}
