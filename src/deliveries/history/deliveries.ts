import type { ChannelHealth } from '../health/health-shape.ts';
import type { DeliveryDetail, DeliveryFilter, DeliveryPage, DeliveryView } from './delivery-shape.ts';

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
