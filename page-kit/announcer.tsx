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

export interface Announcement {
  readonly text: string;
  /** Increases with each announcement, so that a repeated text is announced again. */
  readonly count: number;
}

export function useAnnouncements(): { announcer: Announcer; polite: Announcement; assertive: Announcement } {
  const [polite, setPolite] = useState<Announcement>({ text: '', count: 0 });
  const [assertive, setAssertive] = useState<Announcement>({ text: '', count: 0 });
  const announcer = useMemo(
    () => ({
      say: (text: string) => setPolite(({ count }) => ({ text, count: count + 1 })),
      alert: (text: string) => setAssertive(({ count }) => ({ text, count: count + 1 })),
    }),
    [],
  );
  return { announcer, polite, assertive };
}

/** Rendered before the first announcement: a live region that is inserted with its text is not read. */
export function LiveRegions({ polite, assertive }: { polite: Announcement; assertive: Announcement }) {
  return (
    <div class="visually-hidden">
      <div role="status">
        <p key={polite.count}>{polite.text}</p>
      </div>
      <div role="alert">
        <p key={assertive.count}>{assertive.text}</p>
      </div>
    </div>
  );
}
