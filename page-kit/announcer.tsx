import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';

/** Announces changes to users of screen readers. */
interface Announcer {
  /** Announces the text after the screen reader's current sentence. */
  say(text: string): void;
  /** Interrupts the screen reader. */
  alert(text: string): void;
}

interface Announcement {
  readonly text: string;
  /** Increases with each announcement, so that a repeated text is announced again. */
  readonly count: number;
}

interface Announcements {
  readonly polite: Announcement;
  readonly assertive: Announcement;
}

/** Long enough to be heard. Then the text is removed, because it would be out of date for a later reader. */
const keptMs = 5000;
const nothing: Announcement = { text: '', count: 0 };

const AnnouncerContext = createContext<Announcer>({ say() {}, alert() {} });
const AnnouncementsContext = createContext<Announcements>({ polite: nothing, assertive: nothing });

export function useAnnouncer(): Announcer {
  return useContext(AnnouncerContext);
}

export function AnnouncerProvider({ children }: { readonly children: ComponentChildren }) {
  const [polite, say] = useAnnouncement();
  const [assertive, alert] = useAnnouncement();
  const announcer = useMemo(() => ({ say, alert }), []);
  const announcements = useMemo(() => ({ polite, assertive }), [polite, assertive]);
  return (
    <AnnouncerContext.Provider value={announcer}>
      <AnnouncementsContext.Provider value={announcements}>{children}</AnnouncementsContext.Provider>
    </AnnouncerContext.Provider>
  );
}

function useAnnouncement(): readonly [Announcement, (text: string) => void] {
  const [announcement, setAnnouncement] = useState(nothing);
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(({ count }) => ({ text: '', count })), keptMs);
    return () => clearTimeout(timer);
  }, [announcement.count]);
  return [announcement, (text) => setAnnouncement(({ count }) => ({ text, count: count + 1 }))];
}

/**
 * Rendered before the first announcement: a live region that is inserted with its text is not read. A modal dialog has
 * its own, because the rest of the page is inert.
 */
export function LiveRegions() {
  const announcements = useContext(AnnouncementsContext);
  const [earlier] = useState(announcements);
  const { polite, assertive } = announcements;
  return (
    <div class="visually-hidden">
      <div role="status">
        <p key={polite.count}>{polite.count > earlier.polite.count && polite.text}</p>
      </div>
      <div role="alert">
        <p key={assertive.count}>{assertive.count > earlier.assertive.count && assertive.text}</p>
      </div>
    </div>
  );
}
