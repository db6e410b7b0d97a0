import { apiPath, type Call } from '../api/send.ts';
import type { RequestEvent } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import { electLeader, type Leadership } from './elect-leader.ts';

interface StreamListener {
  onEvent(event: RequestEvent): void;
  /** Called when events may have been missed. The listener must reload its data. */
  onGap(): void;
}

/** The stream of the service's events. */
export interface EventStream {
  /** True while the stream is connected. */
  readonly isOpen: Cell<boolean>;
  /** Resolves when the stream first connects, or after a timeout. Data loaded after it misses no event. */
  readonly started: Promise<void>;
  /** @returns A function that unsubscribes. */
  subscribe(listener: StreamListener): () => void;
}

type StreamMessage = { readonly event: RequestEvent } | { readonly isOpen: boolean } | { readonly gap: true };

/** Timeout of `started`, so that a slow stream does not delay the page. A stream that opens later reports a gap. */
const maxStartMs = 1000;
const firstWaitMs = 1000;
const maxWaitMs = 30_000;

/**
 * Creates a stream that all windows of a browser share, because a browser opens at most six connections to a host. The
 * window that leads connects and broadcasts events. When that window closes, another one takes over and reports a gap.
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
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  setTimeout(start, maxStartMs);
  electLeader({ onLead: (isFirst) => connect({ call, broadcast, isFirst, started, start }), onFollow: start });

  return {
    isOpen,
    started,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface ConnectionParts {
  readonly call: Call;
  broadcast(message: StreamMessage): void;
  readonly isFirst: boolean;
  readonly started: Promise<void>;
  start(): void;
}

/**
 * Connects to the stream. Browsers reconnect by themselves with the id of the last event, so that no event is missed.
 * After an error response, such as for an ended session or from a proxy without its service, browsers give up. Then
 * this function reconnects and reports a gap.
 */
function connect({ call, broadcast, isFirst, started, start }: ConnectionParts): Leadership {
  let waitMs = firstWaitMs;
  let hasGap = !isFirst;
  let isStopped = false;
  let source = open();
  void started.then(() => {
    hasGap ||= source.readyState !== EventSource.OPEN;
  });

  function open(): EventSource {
    const opened = new EventSource(`${apiPath}/stream`);
    opened.addEventListener('open', () => {
      waitMs = firstWaitMs;
      broadcast({ isOpen: true });
      start();
      if (hasGap) broadcast({ gap: true });
      hasGap = false;
    });
    opened.addEventListener('message', ({ data }) => broadcast({ event: JSON.parse(data) as RequestEvent }));
    opened.addEventListener('error', () => {
      broadcast({ isOpen: false });
      if (opened.readyState === EventSource.CLOSED) void reconnect();
    });
    return opened;
  }

  async function reconnect(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, maxWaitMs);
    // This call opens the sign-in dialog when the session has ended.
    await call('GET', '/session').catch(() => {});
    hasGap = true;
    if (!isStopped) source = open();
  }

  return {
    stop() {
      isStopped = true;
      source.close();
    },
    onRival() {
      if (source.readyState === EventSource.OPEN) broadcast({ gap: true });
      else hasGap = true;
    },
  };
}
