export const eventKinds = [
  'created',
  'status',
  'note',
  'due',
  'labels',
  'public-message',
  'download',
  'export',
  'message',
  'erasure',
  'sign-in',
  'sign-in-failed',
  'status-link',
] as const;

export type EventKind = (typeof eventKinds)[number];

/** The actor of an event: an operator or a token by id, or the system (a shell of the host, or the service itself). */
export type Actor =
  | { readonly kind: 'operator' | 'token'; readonly id: string }
  | { readonly kind: 'system'; readonly id: null };

/** A command from the shell of the host, or a rule that the service carries out. */
export const systemActor: Actor = { kind: 'system', id: null };

/** A change, with the values before and after. Events are append-only. */
export interface RequestEvent {
  /** Increases, but not always in the order of the feed. */
  readonly seq: number;
  readonly at: Date;
  /** Null when the event concerns no request. */
  readonly requestId: string | null;
  readonly actor: EventActor;
  readonly kind: EventKind;
  /** The field's value before, or null. */
  readonly from: unknown;
  /** The field's value after, the text of a note, or null. */
  readonly to: unknown;
}

export interface EventActor {
  readonly kind: 'customer' | 'operator' | 'token' | 'system';
  readonly id: string | null;
  /** The name of the account or token, or null for other actors. */
  readonly name: string | null;
}

/** An event and its place in the feed. */
export interface FeedEvent extends RequestEvent {
  /** The cursor that continues the feed after this event. */
  readonly cursor: string;
}

interface FeedPage {
  readonly items: readonly FeedEvent[];
  /** The cursor of the next page, also when no more events exist yet. */
  readonly next: string;
}

/** Calls reject when the database cannot be reached, or with a QueryTimeoutError. */
export interface EventFeed {
  /**
   * Resolves with every event after the cursor, or from the first event, exactly once and in the order of the feed.
   * Stops before the oldest transaction that still runs. Resolves with null when `after` is not a cursor of the feed.
   */
  read(after: string | null, limit: number): Promise<FeedPage | null>;
  /** Resolves with the cursor of the current end of the feed. */
  end(): Promise<string>;
}

interface HistoryPage {
  readonly items: readonly RequestEvent[];
  /** The cursor of the next page, or null on the last page. */
  readonly next: string | null;
}

/** Events of operators, tokens and the service, without those of customers. Calls reject like those of `EventFeed`. */
export interface AuditHistory {
  /** Resolves with events before the cursor, newest first, or with null when the cursor is not one of the history. */
  read(cursor: string | null, limit: number): Promise<HistoryPage | null>;
}
