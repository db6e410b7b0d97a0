import type { ChannelKind, Dispatch } from './delivery.ts';
import type { Outcome } from './sender.ts';

/** The deliveries of all channels, for whoever sends them. Several processes may; each delivery goes to one of them at a time. */
export interface DeliveryLedger {
  /** Channels with a delivery that is due. */
  dueChannels(): Promise<readonly string[]>;
  /**
   * Takes deliveries of the channel that are due, the longest due first: from here on they are `sending`, until their lease is over.
   * One whose request is gone or SPAM is cancelled instead, and so is a digest of such requests alone.
   */
  claim(channelId: string, limit: number): Promise<Claimed>;
  /** Records how a try ended. `claim-lost`: another worker has taken the delivery since, or it was cancelled; nothing changes. */
  finish(dispatch: Dispatch, attempt: FinishedAttempt): Promise<'finished' | 'claim-lost'>;
  /**
   * Gives back what its worker was not heard of again over, by kind: as `uncertain`, or to the queue. That counts as a try, so that it
   * waits for as long as behind one that failed, and behind the last one it has `failed`.
   */
  releaseLost(repeating: readonly ChannelKind[]): Promise<void>;
  /** Cancels what waits for a channel that was disabled or removed. */
  cancelUnsendable(): Promise<void>;
  /** Forgets what was finished before so many days, a batch at a time. Resolves with how many that were. */
  forgetOld(days: number): Promise<number>;
}

export interface Claimed {
  readonly dispatches: readonly Dispatch[];
  /** Nothing more is due now. */
  readonly isLast: boolean;
}

export interface FinishedAttempt {
  readonly durationMs: number;
  readonly outcome: Outcome;
  /** The worker stopped: a `retry` is due at once. */
  readonly isInterrupted: boolean;
  /** Null when nothing could be composed. */
  readonly body: string | null;
}
