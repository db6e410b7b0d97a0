/** What an event may be about. */
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

/** Who did something: an operator or a token, by id, or the host's shell and the service itself. */
export type Actor =
  | { readonly kind: 'operator' | 'token'; readonly id: string }
  | { readonly kind: 'system'; readonly id: null };

/** The host's shell, or a rule that the service carries out. */
export const systemActor: Actor = { kind: 'system', id: null };

/** Append-only: what changed, from and to what. */
export interface RequestEvent {
  /** Grows, but not always in the order of the feed. */
  readonly seq: number;
  readonly at: Date;
  /** Null for what concerns no request. */
  readonly requestId: string | null;
  readonly actor: EventActor;
  readonly kind: EventKind;
  /** The field's value before, or null. */
  readonly from: unknown;
  /** The field's value after, the text of a note; or null. */
  readonly to: unknown;
}

export interface EventActor {
  readonly kind: 'customer' | 'operator' | 'token' | 'system';
  readonly id: string | null;
  /** Of the account or the token; null for others. */
  readonly name: string | null;
}

/** An event and its place in the feed. */
export interface FeedEvent extends RequestEvent {
  /** The feed reads on behind it. */
  readonly cursor: string;
}

/** A page of the feed. */
interface FeedPage {
  readonly items: readonly FeedEvent[];
  /** Where to ask on, also when there is nothing more now. */
  readonly next: string;
}

/** Calls reject when the database cannot be reached, or with a QueryTimeoutError. */
export interface EventFeed {
  /**
   * Every event exactly once, in the order of the feed, from behind `after`, or from the first one. Stops below the oldest
   * transaction that still runs. Null when `after` is no cursor of the feed.
   */
  read(after: string | null, limit: number): Promise<FeedPage | null>;
  /** Where the feed ends now. */
  end(): Promise<string>;
}

/** A page of what was done, the newest first. */
interface HistoryPage {
  readonly items: readonly RequestEvent[];
  /** Null at the end. */
  readonly next: string | null;
}

/** What people, programs and the service did; customers' events aside. Calls reject as those of the feed do. */
export interface HouseHistory {
  /** The newest first, from before `cursor`, or from the last one. Null when `cursor` is none of the history. */
  read(cursor: string | null, limit: number): Promise<HistoryPage | null>;
}
