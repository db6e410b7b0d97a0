import { useMemo } from 'preact/hooks';
import { createDeliveriesApi, type Delivery } from '../model/deliveries-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { isInProgress } from './delivery-text.ts';
import { usePolled } from './use-polled.ts';

export interface RequestDeliveries {
  /** Newest first. Empty until they are loaded. */
  readonly deliveries: readonly Delivery[];
  reload(): void;
}

/** Loads and follows a request's deliveries. Hides failures, because deliveries are secondary on this page. */
export function useRequestDeliveries(requestId: string): RequestDeliveries {
  const { call } = useInbox();
  const api = useMemo(() => createDeliveriesApi(call), [call]);
  const [state, reload] = usePolled(
    requestId,
    (signal) => api.ofRequest(requestId, signal),
    (items) => items.some((item) => isInProgress(item, Date.now())),
  );
  return { deliveries: state.name === 'loaded' ? state.value : [], reload };
}
