import type { EventFeed, FeedEvent } from '../../../events/events.ts';

/** The events between two positions of the feed. */
interface Batch {
  readonly from: string;
  readonly items: readonly FeedEvent[];
  readonly next: string;
}

/**
 * Passes the events after `after` to `onEvents`, each once and in the order of the feed. Resolves with a function that
 * ends the subscription, or with null when `after` is not a cursor of the feed.
 */
type Subscribe = (after: string, onEvents: (events: readonly FeedEvent[]) => void) => Promise<(() => void) | null>;

const pollMs = 1000;
const batchEvents = 500;

/**
 * Reads the feed once a second while there are listeners. A listener whose position differs from that of the batch
 * catches up with its own reads, so that only its position decides which events it gets.
 */
export function createEventBroadcast(feed: EventFeed): Subscribe {
  const listeners = new Set<(batch: Batch) => Promise<void>>();
  let position: string | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function poll(): Promise<void> {
    try {
      position ??= await feed.end();
      const from = position;
      const page = await feed.read(from, batchEvents);
      if (page !== null) {
        position = page.next;
        await Promise.all([...listeners].map((take) => take({ from, ...page })));
      }
    } catch {
      // The database is unavailable. The next poll continues from the same position.
    }
    schedule();
  }

  function schedule(): void {
    if (listeners.size > 0) {
      timer = setTimeout(poll, pollMs).unref();
      return;
    }
    timer = null;
    position = null;
  }

  return async (after, onEvents) => {
    const missed = await feed.read(after, batchEvents);
    if (missed === null) return null;
    let at = after;
    let isEnded = false;
    let last: Promise<void> = Promise.resolve();

    async function take(batch: Batch): Promise<void> {
      if (isEnded) return;
      if (batch.from === at) return give(batch);
      await catchUp();
    }

    async function catchUp(): Promise<void> {
      for (;;) {
        const page = await feed.read(at, batchEvents);
        if (page === null || isEnded) return;
        give(page);
        if (page.items.length < batchEvents) return;
      }
    }

    function give({ items, next }: Pick<Batch, 'items' | 'next'>): void {
      at = next;
      if (items.length > 0) onEvents(items);
    }

    // Batches are taken one after the other, because two concurrent catch-ups would give the same events twice.
    const takeInTurn = (batch: Batch) => {
      last = last.then(() => take(batch)).catch(() => {});
      return last;
    };
    give(missed);
    listeners.add(takeInTurn);
    if (missed.items.length === batchEvents) last = catchUp().catch(() => {});
    if (timer === null) schedule();
    return () => {
      isEnded = true;
      listeners.delete(takeInTurn);
    };
  };
}
