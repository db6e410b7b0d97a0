import { apiPath, type Call } from '../api/call.ts';
import type { RequestEvent } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';

export interface StreamListener {
  onEvent(event: RequestEvent): void;
  /** Events may have been missed: ask for everything anew. */
  onGap(): void;
}

/** The service's events as they happen. */
export interface EventStream {
  /** Whether they arrive. */
  readonly isOpen: Cell<boolean>;
  /** Resolves when they arrive for the first time, or that takes long: what is read then misses nothing that comes after it. */
  readonly started: Promise<void>;
  /** @returns ends it. */
  subscribe(listener: StreamListener): () => void;
}

type News = { readonly event: RequestEvent } | { readonly isOpen: boolean } | { readonly gap: true };

/** Nobody waits longer to see anything. */
const maxStartMs = 1000;
const firstWaitMs = 1000;
const maxWaitMs = 30_000;

/**
 * One stream for all windows of a browser, for a browser opens six connections to a host and no more: the window that has
 * the lock listens and tells the others; when it goes, another takes its place and asks for everything anew.
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

/** Calls `lead` in one window at a time, and `follow` where another leads. Without the API of locks, on plain http, each leads itself. */
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
 * Browsers reconnect by themselves and name the last event they had, so that none is missed. What they give up on, such as an
 * ended session or a proxy without its service, is tried again here, with a gap.
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
    // Asks to sign in where that is what is missing.
    await call('GET', '/session').catch(() => {});
    open(true);
  }
}
