import { useEffect, useRef, useState } from 'preact/hooks';
import type { RequestEvent } from '../api/shapes.ts';
import { useInbox } from '../model/inbox-context.ts';

interface KnownEvents {
  /** Oldest first. Empty until they are loaded. */
  readonly events: readonly RequestEvent[];
  /** Adds an event that the person has just caused. */
  onAdded(event: RequestEvent): void;
  /** Loads them again. */
  reload(): void;
}

/** Loads the events of a request and follows new ones. */
export function useEvents(id: string): KnownEvents {
  const { api, stream } = useInbox();
  const [events, setEvents] = useState<readonly RequestEvent[]>([]);
  const add = (event: RequestEvent) =>
    setEvents((known) => (known.some(({ seq }) => seq === event.seq) ? known : [...known, event]));

  const reload = useRef(() => {});
  useEffect(() => {
    const abortController = new AbortController();
    const load = () => {
      // Failures are not shown, because events are secondary on this page. The next gap of the stream reloads them.
      api.events(id, abortController.signal).then(setEvents, () => {});
    };
    load();
    reload.current = load;
    const end = stream.subscribe({
      onEvent: (event) => event.requestId === id && add(event),
      onGap: load,
    });
    return () => {
      end();
      abortController.abort();
    };
  }, [id]);

  return { events, onAdded: add, reload: () => reload.current() };
}
