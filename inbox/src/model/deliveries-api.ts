import type * as deliveries from '../../../src/deliveries/history/delivery-shape.ts';
import type { DeliveryState } from '../../../src/deliveries/ledger/delivery.ts';
import type { Call } from '../api/send.ts';
import type { Sent } from '../api/shapes.ts';

export type Delivery = Sent<deliveries.DeliveryView>;
export type DeliveryDetail = Sent<deliveries.DeliveryDetail>;
export type DeliveryTry = Sent<deliveries.AttemptView>;
export type DeliveryPage = Sent<deliveries.DeliveryPage>;

/** Conditions of deliveries. A null or empty condition matches all. */
export interface DeliveryFilter {
  /** Matches any of these states. Empty matches all. */
  readonly state: readonly DeliveryState[];
  /** RFC 3339, inclusive. */
  readonly from: string | null;
  /** RFC 3339, exclusive. */
  readonly to: string | null;
}

/** The API of deliveries. Every method may throw an ApiFailure. */
export function createDeliveriesApi(call: Call) {
  return {
    ofRequest: async (requestId: string, signal?: AbortSignal) =>
      (await call<{ items: readonly Delivery[] }>('GET', `/requests/${requestId}/deliveries`, { signal })).items,
    ofChannel: (channelId: string, filter: DeliveryFilter, cursor: string | null) => {
      const query = new URLSearchParams({ limit: '50' });
      for (const state of filter.state) query.append('state', state);
      if (filter.from !== null) query.set('from', filter.from);
      if (filter.to !== null) query.set('to', filter.to);
      if (cursor !== null) query.set('cursor', cursor);
      return call<DeliveryPage>('GET', `/channels/${channelId}/deliveries?${query}`);
    },
    find: (id: string) => call<DeliveryDetail>('GET', `/deliveries/${id}`),
    resend: (id: string) => call<Delivery>('POST', `/deliveries/${id}/resend`),
    /** Resolves with the number of deliveries that `resendMany` would send. */
    count: async (channelId: string, filter: DeliveryFilter) =>
      (await call<{ count: number }>('POST', `/channels/${channelId}/resend/look-up`, { body: bodyOf(filter) })).count,
    resendMany: async (channelId: string, filter: DeliveryFilter) =>
      (await call<{ resent: number }>('POST', `/channels/${channelId}/resend`, { body: bodyOf(filter) })).resent,
  };
}

export type DeliveriesApi = ReturnType<typeof createDeliveriesApi>;

function bodyOf({ state, from, to }: DeliveryFilter) {
  return { ...(state.length > 0 && { state }), ...(from !== null && { from }), ...(to !== null && { to }) };
}
