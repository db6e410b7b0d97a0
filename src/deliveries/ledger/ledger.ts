import type { Transaction } from '../../platform/database/transaction.ts';
import type { Dispatch, SenderKind } from './delivery.ts';
import type { Outcome } from './sender.ts';

/** The queue of all deliveries. Several processes may send, but only one process at a time has a delivery. */
export interface DeliveryLedger {
  /** Returns the ids of the enabled channels of these kinds with a due delivery. */
  dueChannels(kinds: readonly SenderKind[]): Promise<readonly string[]>;
  /**
   * Claims due deliveries of the channel, the longest due first. They are `sending` until they finish or their lease
   * ends. A delivery whose request is gone or SPAM is cancelled instead, like a digest of only such requests, a
   * confirmation beyond the limit of its mailbox (`limitConfirmations`) and a pointless notice to owners.
   */
  claim(channelId: string, limit: number): Promise<Claimed>;
  /** Records the outcome of an attempt. `claim-lost`: the delivery was cancelled or claimed again, so the outcome is dropped. */
  finish(dispatch: Dispatch, attempt: FinishedAttempt): Promise<'finished' | 'claim-lost'>;
  /**
   * Releases deliveries whose lease has ended: to the queue for the `repeating` kinds, as `uncertain` for others. A
   * lost attempt counts as a failed one, so that the same pause follows, and after the last attempt the delivery is `failed`.
   */
  releaseLost(repeating: readonly SenderKind[]): Promise<void>;
  /** Cancels the pending deliveries of channels that were disabled or removed. */
  cancelUnsendable(): Promise<void>;
  /** Deletes a batch of deliveries that finished more than `days` days ago. Resolves with their number. */
  forgetOld(days: number): Promise<number>;
}

/** The limit of each kind of channel that has one. */
export type ChannelLimits = Readonly<Partial<Record<SenderKind, { readonly limit?: LimitDispatches }>>>;

/** Called in the transaction of a claim. Returns the dispatches that may be sent. */
export type LimitDispatches = (
  transaction: Transaction,
  dispatches: readonly Dispatch[],
) => Promise<readonly Dispatch[]>;

export interface Claimed {
  readonly dispatches: readonly Dispatch[];
  /** True when no more deliveries are due now. */
  readonly isLast: boolean;
}

export interface FinishedAttempt {
  readonly durationMs: number;
  readonly outcome: Outcome;
  /** True when the worker was stopped during the attempt. A `retry` without a requested pause is due at once then. */
  readonly isInterrupted: boolean;
  /** Null when the text could not be composed. */
  readonly body: string | null;
}
