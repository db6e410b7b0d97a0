/** The work of the leading window. */
export interface Leadership {
  stop(): void;
  /** Called when another window has led at the same time, and events may have been missed. */
  onRival(): void;
}

interface Candidate {
  /** @param isFirst True if no other window has led before this one. */
  onLead(isFirst: boolean): Leadership;
  onFollow(): void;
}

/** Makes one of the browser's windows the leader, and another one when it closes. */
export function electLeader(candidate: Candidate): void {
  const { locks } = navigator as { locks?: LockManager };
  if (locks) electByLock(locks, candidate);
  else electByMessages(candidate);
}

function electByLock(locks: LockManager, { onLead, onFollow }: Candidate): void {
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

interface Claim {
  readonly sinceMs: number;
  readonly id: number;
}

type Message = { readonly claim: Claim } | 'who leads' | 'leader left';

/** Long enough for the answer of a busy window. A window that answers later keeps the lead, because it led first. */
const answerMs = 300;
const checkMs = 10_000;

/**
 * For a page that is served without TLS, where the Web Locks API is missing. A window that gets no answer leads. Of
 * windows that lead at the same time the first stays. Timers of a hidden window are slow; messages are not.
 */
function electByMessages({ onLead, onFollow }: Candidate): void {
  const channel = new BroadcastChannel('inbox-leader');
  const id = Math.random();
  let leading: { readonly claim: Claim; readonly leadership: Leadership } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;

  const post = (message: Message) => channel.postMessage(message);

  function ask(): void {
    clearTimeout(timer);
    post('who leads');
    // Windows that ask at the same time do not lead at the same time.
    timer = setTimeout(lead, answerMs * (1 + Math.random() / 2));
  }

  function lead(): void {
    leading = { claim: { sinceMs: Date.now(), id }, leadership: onLead(isFirst) };
    isFirst = false;
    post({ claim: leading.claim });
  }

  function follow(): void {
    clearTimeout(timer);
    leading?.leadership.stop();
    leading = null;
    isFirst = false;
    onFollow();
  }

  function check(): void {
    if (leading) post({ claim: leading.claim });
    else ask();
  }

  function resign(): void {
    clearTimeout(timer);
    if (!leading) return;
    leading.leadership.stop();
    leading = null;
    post('leader left');
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'who leads') {
      if (leading) post({ claim: leading.claim });
    } else if (data === 'leader left') ask();
    else if (!leading || isEarlier(data.claim, leading.claim)) follow();
    else {
      post({ claim: leading.claim });
      leading.leadership.onRival();
    }
  });
  window.addEventListener('pagehide', resign);
  // The browser has kept the page, and the person has gone back to it.
  window.addEventListener('pageshow', ({ persisted }) => persisted && ask());
  setInterval(check, checkMs);
  ask();
}

function isEarlier(one: Claim, other: Claim): boolean {
  return one.sinceMs < other.sinceMs || (one.sinceMs === other.sinceMs && one.id < other.id);
}
