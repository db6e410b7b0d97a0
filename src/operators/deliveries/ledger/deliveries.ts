import type { ChannelVerdict } from '../channels/health.ts';
import type { MailAudience } from '../kinds/mail/mail-settings.ts';
import type { AttemptCause } from './attempt-cause.ts';
import type { CancelCause, ChannelKind, DeliveryState, DeliveryType, Facts } from './delivery.ts';
import type { Result } from './sender.ts';

/** A delivery as operators see it. */
export interface DeliveryView {
  readonly id: string;
  readonly channel: DeliveryChannel;
  readonly requestId: string | null;
  /** True when the delivery is about a request that no longer exists. */
  readonly requestGone: boolean;
  readonly type: DeliveryType;
  readonly facts: Facts | null;
  readonly state: DeliveryState;
  readonly cancelCause: CancelCause | null;
  readonly createdAt: Date;
  /** The time of the next attempt, or null unless the state is `pending`. */
  readonly dueAt: Date | null;
  readonly finishedAt: Date | null;
  /** Number of attempts so far. */
  readonly attemptCount: number;
  /** The id of the delivery that this one repeats, or null. */
  readonly resendOf: string | null;
}

/** The channel of a delivery, which may be removed. */
interface DeliveryChannel {
  readonly id: string;
  readonly name: string;
  readonly kind: ChannelKind;
  /** The recipients of a mail channel. Null for a webhook. */
  readonly audience: MailAudience | null;
}

export interface DeliveryDetail extends DeliveryView {
  /** The text that was sent, or null before the first attempt and after the request was erased. */
  readonly body: string | null;
  /** Oldest first. */
  readonly attempts: readonly AttemptView[];
}

export interface AttemptView {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly result: Result | 'lost';
  readonly status: number | null;
  readonly cause: AttemptCause;
  readonly detail: string | null;
  /** The first KiB of the response, which is untrusted text. */
  readonly response: string | null;
}

/** A condition that is left out matches every delivery. */
export interface DeliveryFilter {
  /** Any of these states. */
  readonly state?: readonly DeliveryState[] | undefined;
  readonly type?: readonly DeliveryType[] | undefined;
  /** Created at this time or later. */
  readonly from?: Date | undefined;
  /** Created before this time. */
  readonly to?: Date | undefined;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly items: readonly DeliveryView[];
  readonly next: string | null;
}

/** The health of a channel. The verdict is information only and does not delay deliveries. */
export interface ChannelHealth {
  readonly channel: { readonly id: string; readonly name: string; readonly kind: ChannelKind };
  readonly verdict: ChannelVerdict;
  readonly lastDeliveredAt: Date | null;
  /** The time of the first failed attempt since the last success, or null. */
  readonly failingSince: Date | null;
  /** The `detail` of the last attempt, when it failed. */
  readonly lastDetail: string | null;
  readonly lastCause: AttemptCause | null;
  /** Number of pending deliveries. Counting stops at 10,000. */
  readonly waiting: number;
  /** Number of kept deliveries that the limit of confirmations cancelled. Counting stops at 10,000. */
  readonly leftOut: number;
  /** The time at which owners were mailed about the open outage, or null. */
  readonly ownersNotifiedAt: Date | null;
}

/** Reads deliveries and sends them again. Calls reject when the database cannot be reached. */
export interface Deliveries {
  /** Returns the deliveries of a request, newest first, at most 500. */
  ofRequest(requestId: string): Promise<readonly DeliveryView[]>;
  /** True also for a channel that was removed. */
  hasChannel(id: string): Promise<boolean>;
  /** Returns null when the cursor is invalid. */
  ofChannel(
    channelId: string,
    filter: DeliveryFilter,
    cursor: string | null,
    limit: number,
  ): Promise<DeliveryPage | null>;
  find(id: string): Promise<DeliveryDetail | null>;
  /** Makes a new delivery that names the old one in `resendOf`. No limit of confirmations applies to it. */
  resend(id: string): Promise<DeliveryView | 'missing' | 'under-way' | 'channel-disabled' | 'request-gone'>;
  /**
   * Sends the finished deliveries of a channel again that were not sent again yet, except those that are superseded or
   * beyond the limit of confirmations, which applies again. Resolves with their number.
   */
  resendMany(channelId: string, filter: DeliveryFilter): Promise<number>;
  /** Returns how many deliveries `resendMany` would send again now. */
  countResendable(channelId: string, filter: DeliveryFilter): Promise<number>;
  /** Makes a test delivery for a channel that is enabled or held. */
  test(channelId: string): Promise<DeliveryView | 'missing' | 'channel-disabled'>;
  /** Returns the health of every channel that is not removed. */
  health(): Promise<readonly ChannelHealth[]>;
}
