import { useEffect, useState } from 'preact/hooks';
import type { RequestEvent } from '../api/shapes.ts';
import { useInbox } from '../inbox-context.ts';

export interface KnownEvents {
  /** Oldest first; empty until they are loaded. */
  readonly events: readonly RequestEvent[];
  /** One that the person has just caused. */
  onAdded(event: RequestEvent): void;
}

/** What happened to a request, as it happens. */
export function useEvents(id: string): KnownEvents {
  const { api, stream } = useInbox();
  const [events, setEvents] = useState<readonly RequestEvent[]>([]);
  const add = (event: RequestEvent) =>
    setEvents((known) => (known.some(({ seq }) => seq === event.seq) ? known : [...known, event]));

  useEffect(() => {
    const leaving = new AbortController();
    const load = () => {
      // They are beside what the person came for: what fails is asked for again when the stream is back.
      api.events(id, leaving.signal).then(setEvents, () => {});
    };
    load();
    const end = stream.subscribe({
      onEvent: (event) => event.requestId === id && add(event),
      onGap: load,
    });
    return () => {
      end();
      leaving.abort();
    };
  }, [id]);

  return { events, onAdded: add };
}
