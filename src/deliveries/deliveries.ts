import type { CancelCause, ChannelKind, DeliveryState, DeliveryType, Facts } from './delivery.ts';
import type { ChannelVerdict } from './health.ts';
import type { Result } from './sender.ts';
import type { TryCause } from './try-cause.ts';

/** A delivery as people see it. */
export interface DeliveryView {
  readonly id: string;
  readonly channel: { readonly id: string; readonly name: string; readonly kind: ChannelKind };
  readonly requestId: string | null;
  /** Whether it is about a request that is not there any more. */
  readonly requestGone: boolean;
  readonly type: DeliveryType;
  readonly facts: Facts | null;
  readonly state: DeliveryState;
  readonly cancelCause: CancelCause | null;
  readonly createdAt: Date;
  /** When it is tried, or tried again; null unless `pending`. */
  readonly dueAt: Date | null;
  readonly finishedAt: Date | null;
  /** Tries so far. */
  readonly attempts: number;
  /** The delivery that it repeats. */
  readonly resendOf: string | null;
}

export interface DeliveryDetail extends DeliveryView {
  /** What was sent, as the kind composed it; null before, and when the request was erased. */
  readonly body: string | null;
  /** Oldest first. */
  readonly tries: readonly AttemptView[];
}

export interface AttemptView {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly result: Result | 'lost';
  readonly status: number | null;
  /** Null for tries of earlier versions. */
  readonly cause: TryCause | null;
  readonly detail: string | null;
  /** The first KiB of the answer. A stranger may have written it. */
  readonly response: string | null;
}

/** Conditions that are left out hold for all. */
export interface DeliveryFilter {
  /** Any of these. */
  readonly state?: readonly DeliveryState[] | undefined;
  readonly type?: readonly DeliveryType[] | undefined;
  /** Made then or later. */
  readonly from?: Date | undefined;
  /** Made before. */
  readonly to?: Date | undefined;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly items: readonly DeliveryView[];
  readonly next: string | null;
}

/** How a channel is. A verdict alone: nothing is kept back for it. */
export interface ChannelHealth {
  readonly channel: { readonly id: string; readonly name: string; readonly kind: ChannelKind };
  readonly verdict: ChannelVerdict;
  readonly lastDeliveredAt: Date | null;
  /** Since when every try has failed. */
  readonly failingSince: Date | null;
  /** Of the last try that failed. */
  readonly lastDetail: string | null;
  readonly lastCause: TryCause | null;
  /** Deliveries that wait to be sent; 10,000 stands for all that are more. */
  readonly waiting: number;
  /** When owners were told of it by mail; null unless it is `broken`. */
  readonly ownersToldAt: Date | null;
}

/** Deliveries as people look at them and repeat them. Calls reject when the database cannot be reached. */
export interface Deliveries {
  /** Of one request, newest first, at most 500. */
  ofRequest(requestId: string): Promise<readonly DeliveryView[]>;
  /** Also one that was removed. */
  hasChannel(id: string): Promise<boolean>;
  /** Null when the cursor is none. */
  ofChannel(
    channelId: string,
    filter: DeliveryFilter,
    cursor: string | null,
    limit: number,
  ): Promise<DeliveryPage | null>;
  find(id: string): Promise<DeliveryDetail | null>;
  /** A new delivery that names the old one. */
  resend(id: string): Promise<DeliveryView | 'missing' | 'under-way' | 'channel-disabled' | 'request-gone'>;
  /** All of a channel that are at an end and have not been repeated yet. Resolves with how many are sent again. */
  resendMany(channelId: string, filter: DeliveryFilter): Promise<number>;
  /** How many `resendMany` would send again now. */
  countResendable(channelId: string, filter: DeliveryFilter): Promise<number>;
  /** Sends a test to the channel, which is enabled or held. */
  test(channelId: string): Promise<DeliveryView | 'missing' | 'channel-disabled'>;
  /** Of every channel that is not removed. */
  health(): Promise<readonly ChannelHealth[]>;
}
