import type { Outcome } from '../../ledger/sender.ts';

/** An outage of a channel that has failed for at least an hour, or whose receiver wants no more deliveries. */
export interface Outage {
  readonly channelId: string;
  readonly channelName: string;
  /** The time of the first failed attempt, or of the attempt at which the receiver refused all further deliveries. */
  readonly since: Date;
}

/** A mail to owners whose try begins now. */
export interface OutageNotice extends Outage {
  readonly id: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** `gone`: the receiver wants no more deliveries, so the ledger has disabled the channel. */
  readonly kind: 'broken' | 'recovered' | 'gone';
  /** The time of the next success or of the disabling of the channel, or null while the channel fails. */
  readonly endedAt: Date | null;
  /** The `detail` of the last failed attempt since the last success, or null. */
  readonly lastDetail: string | null;
}

/** The outages that began or ended. Among several processes only one gets each change. */
export interface JudgedOutages {
  readonly begun: readonly Outage[];
  readonly recovered: readonly Outage[];
}

/** The outages of channels, and the mails to owners about them. Several processes may judge and claim. */
export interface Outages {
  /**
   * Starts and ends outages by the recorded attempts, and makes a notice of each change. An outage that ends before owners
   * got its notice causes only the notice of its end. Disabling or removing a channel ends its outage without a notice.
   */
  judge(): Promise<JudgedOutages>;
  /** Claims a due notice. A notice claimed by a lost process is not claimed again: it may have been sent. */
  claim(): Promise<OutageNotice | null>;
  finish(notice: OutageNotice, outcome: Outcome): Promise<void>;
  /** Deletes outages that ended more than `days` days ago. */
  forgetOld(days: number): Promise<void>;
}
