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

type StreamMessage = { readonly event: RequestEvent } | { readonly isOpen: boolean } | { readonly gap: true };

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
  const channel = new BroadcastChannel('inbox-events');
  channel.addEventListener('message', ({ data }) => receive(data));

  function receive(message: StreamMessage): void {
    if ('isOpen' in message) isOpen.set(message.isOpen);
    else for (const listener of listeners) 'event' in message ? listener.onEvent(message.event) : listener.onGap();
  }

  const broadcast = (message: StreamMessage) => {
    receive(message);
    channel.postMessage(message);
  };
  const started = new Promise<void>((resolve) => {
    setTimeout(resolve, maxStartMs);
    electLeader((isFirst) => connect(call, broadcast, isFirst, resolve), resolve);
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
 * Calls `onLead` in one window at a time, and `onFollow` in the others. Without the Web Locks API, as on plain http,
 * calls `onLead` in each window.
 */
function electLeader(onLead: (isFirst: boolean) => void, onFollow: () => void): void {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) {
    onLead(true);
    return;
  }
  const forever = new Promise<never>(() => {});
  void locks.request('inbox-stream', { ifAvailable: true }, (lock) => {
    if (lock) {
      onLead(true);
      return forever;
    }
    onFollow();
    void locks.request('inbox-stream', () => {
      onLead(false);
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
function connect(call: Call, broadcast: (message: StreamMessage) => void, isFirst: boolean, onOpen: () => void): void {
  let waitMs = firstWaitMs;
  open(!isFirst);

  function open(mayHaveMissedEvents: boolean): void {
    let hasGap = mayHaveMissedEvents;
    const source = new EventSource(`${apiPath}/stream`);
    source.addEventListener('open', () => {
      waitMs = firstWaitMs;
      broadcast({ isOpen: true });
      onOpen();
      if (hasGap) broadcast({ gap: true });
      hasGap = false;
    });
    source.addEventListener('message', ({ data }) => broadcast({ event: JSON.parse(data) as RequestEvent }));
    source.addEventListener('error', () => {
      broadcast({ isOpen: false });
      if (source.readyState === EventSource.CLOSED) void reconnect();
    });
  }

  async function reconnect(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, maxWaitMs);
    // This call opens the sign-in dialog when the session has ended.
    await call('GET', '/session').catch(() => {});
    open(true);
  }
}
