import type { EventStream } from '../stream/event-stream.ts';
import type { RequestsStore } from './requests-store.ts';

/** Kinds of events that do not change displayed fields of a request. */
const ignoredKinds: readonly string[] = [
  'created',
  'note',
  'download',
  'export',
  'message',
  'sign-in',
  'sign-in-failed',
];
const maxParallelLoads = 3;

/** Reloads known requests after changes by others. Limits parallel loads, because a bulk change may affect all. */
export function followEvents(stream: EventStream, requests: RequestsStore): void {
  const waiting = new Set<string>();
  let loading = 0;

  function enqueue(id: string): void {
    if (!requests.cell(id).value) return;
    waiting.add(id);
    loadNext();
  }

  function loadNext(): void {
    const [id] = waiting;
    if (id === undefined || loading >= maxParallelLoads) return;
    waiting.delete(id);
    loading += 1;
    void requests
      .load(id)
      // The stream reports a gap when the service is available again.
      .catch(() => {})
      .then(() => {
        loading -= 1;
        loadNext();
      });
    loadNext();
  }

  stream.subscribe({
    onEvent({ requestId, kind }) {
      if (requestId !== null && !ignoredKinds.includes(kind)) enqueue(requestId);
    },
    onGap() {
      for (const id of requests.known()) enqueue(id);
    },
  });
}
