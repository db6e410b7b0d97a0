import type { Outcome } from '../sender.ts';

/** A channel that has failed for an hour or longer, or whose receiver wants nothing more. */
export interface Outage {
  readonly channelId: string;
  readonly channelName: string;
  /** The first try that failed; the last one of a receiver that wants nothing more. */
  readonly since: Date;
}

/** A mail to owners whose try begins now. */
export interface OutageNotice extends Outage {
  readonly id: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** `gone`: the receiver wants nothing more, so that the ledger has disabled the channel. */
  readonly kind: 'broken' | 'recovered' | 'gone';
  /** When the channel was delivered to again, or disabled; null while it fails. */
  readonly endedAt: Date | null;
  /** Of the last try that failed; null when there is none any more. */
  readonly lastDetail: string | null;
}

/** What of the outages changed. Of several processes each change is told to one. */
export interface JudgedOutages {
  readonly begun: readonly Outage[];
  readonly recovered: readonly Outage[];
}

/** The outages of channels, and the mails to owners about them. Several processes may judge and claim. */
export interface Outages {
  /**
   * Begins and ends outages as the tries say, and makes a notice of each. One that ended before owners could be told of it is told
   * of once, as over. Where the channel was disabled or removed nobody is told any more.
   */
  judge(): Promise<JudgedOutages>;
  /** A notice that is due. What a lost process has claimed is not claimed again: it may have been sent. */
  claim(): Promise<OutageNotice | null>;
  finish(notice: OutageNotice, outcome: Outcome): Promise<void>;
  /** Forgets outages that ended before so many days. */
  forgetOld(days: number): Promise<void>;
}
