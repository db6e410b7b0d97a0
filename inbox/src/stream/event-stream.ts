import { apiPath, type Call } from '../api/call.ts';
import type { RequestEvent } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';

export interface StreamListener {
  onEvent(event: RequestEvent): void;
  /** Called when events may have been missed. The listener must reload its data. */
  onGap(): void;
}

/** The stream of the service's events. */
export interface EventStream {
  /** True while the stream is connected. */
  readonly isOpen: Cell<boolean>;
  /** Resolves when the stream first connects, or after a timeout. Data loaded after connecting misses no event. */
  readonly started: Promise<void>;
  /** @returns A function that unsubscribes. */
  subscribe(listener: StreamListener): () => void;
}

type News = { readonly event: RequestEvent } | { readonly isOpen: boolean } | { readonly gap: true };

/** Timeout of `started`, so that a slow stream does not delay the page. */
const maxStartMs = 1000;
const firstWaitMs = 1000;
const maxWaitMs = 30_000;

/**
 * Creates a stream that all windows of a browser share, because a browser opens at most six connections to a host. The
 * window that holds the lock connects and broadcasts events. When that window closes, another one takes over and
 * reports a gap.
 */
export function createEventStream(call: Call): EventStream {
  const listeners = new Set<StreamListener>();
  const isOpen = createCell(true);
  const others = new BroadcastChannel('inbox-events');
  others.addEventListener('message', ({ data }) => take(data));

  function take(news: News): void {
    if ('isOpen' in news) isOpen.set(news.isOpen);
    else for (const listener of listeners) 'event' in news ? listener.onEvent(news.event) : listener.onGap();
  }

  const tell = (news: News) => {
    take(news);
    others.postMessage(news);
  };
  const started = new Promise<void>((resolve) => {
    setTimeout(resolve, maxStartMs);
    leadWhenAlone((isFirst) => connect(call, tell, isFirst, resolve), resolve);
  });

  return {
    isOpen,
    started,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Calls `lead` in one window at a time, and `follow` in the others. Without the Web Locks API, as on plain http, calls
 * `lead` in each window.
 */
function leadWhenAlone(lead: (isFirst: boolean) => void, follow: () => void): void {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) {
    lead(true);
    return;
  }
  const forever = new Promise<never>(() => {});
  void locks.request('inbox-stream', { ifAvailable: true }, (lock) => {
    if (lock) {
      lead(true);
      return forever;
    }
    follow();
    void locks.request('inbox-stream', () => {
      lead(false);
      return forever;
    });
    return undefined;
  });
}

/**
 * Connects to the stream. Browsers reconnect by themselves with the id of the last event, so that no event is missed.
 * After an error response, such as for an ended session or from a proxy without its service, browsers give up. Then
 * this function reconnects and reports a gap.
 */
function connect(call: Call, tell: (news: News) => void, isFirst: boolean, onOpen: () => void): void {
  let waitMs = firstWaitMs;
  open(!isFirst);

  function open(isBehind: boolean): void {
    let hasGap = isBehind;
    const source = new EventSource(`${apiPath}/stream`);
    source.addEventListener('open', () => {
      waitMs = firstWaitMs;
      tell({ isOpen: true });
      onOpen();
      if (hasGap) tell({ gap: true });
      hasGap = false;
    });
    source.addEventListener('message', ({ data }) => tell({ event: JSON.parse(data) as RequestEvent }));
    source.addEventListener('error', () => {
      tell({ isOpen: false });
      if (source.readyState === EventSource.CLOSED) void openLater();
    });
  }

  async function openLater(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, maxWaitMs);
    // This call opens the sign-in dialog when the session has ended.
    await call('GET', '/session').catch(() => {});
    open(true);
  }
}
