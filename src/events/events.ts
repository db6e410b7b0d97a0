import type { EventKind } from './event-kinds.ts';
import type { FeedPage, HistoryPage, RequestEvent } from './event-shape.ts';

/** The actor of an event: an operator or a token by id, the system (a shell of the host, or the service
 * itself), or a rule that an artist has set. */
export type Actor =
  | { readonly kind: 'operator' | 'token'; readonly id: string }
  | { readonly kind: 'system' | 'rule'; readonly id: null };

/** A command from the shell of the host, or the service itself. */
export const systemActor: Actor = { kind: 'system', id: null };

/** An owner by id, or null for a command from the shell of the host. */
export function ownerActor(id: string | null): Actor {
  return id === null ? systemActor : { kind: 'operator', id };
}

/** An event and its position in the feed. */
export interface FeedEvent extends RequestEvent {
  /** The cursor that continues the feed after this event. */
  readonly cursor: string;
}

interface FeedPageWithCursors extends FeedPage {
  readonly items: readonly FeedEvent[];
}

/** The events but those of `ownersEventKinds`. Calls reject when the database cannot be reached, or with a QueryTimeoutError. */
export interface EventFeed {
  /**
   * Resolves with every event after the cursor, or from the first event, exactly once and in the order of the feed.
   * Stops before the oldest transaction that still runs. Resolves with null when `after` is not a cursor of the feed.
   */
  read(after: string | null, limit: number): Promise<FeedPageWithCursors | null>;
  /** Resolves with the cursor of the current end of the feed. */
  end(): Promise<string>;
}

/** Events of operators, tokens and the service, without those of customers. Calls reject like those of `EventFeed`. */
export interface AuditHistory {
  /**
   * Resolves with events before the cursor, newest first, or with null when the cursor is not one of the history.
   * @param hidden kinds that the reader does not see
   */
  read(cursor: string | null, limit: number, hidden?: readonly EventKind[]): Promise<HistoryPage | null>;
}
