import { useMemo } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import { createDeliveriesApi, type Delivery } from '../model/deliveries-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { DeliveryRows } from './delivery-rows.tsx';
import { isInProgress } from './delivery-text.tsx';
import { usePolled } from './use-polled.ts';

/** The deliveries about a request. Renders nothing without deliveries. */
export function RequestDeliveriesPart({ deliveries, reload }: RequestDeliveries) {
  const { text } = useTranslator();
  if (deliveries.length === 0) return null;
  const bad = deliveries.filter(({ state }) => state === 'failed' || state === 'uncertain').length;
  return (
    <details class="folded">
      <summary>
        {text('deliveriesOf', { count: deliveries.length })}
        {bad > 0 && <span class="status delivery-failed">{text('deliveriesBad', { count: bad })}</span>}
      </summary>
      <DeliveryRows deliveries={deliveries} of="request" onChanged={reload} />
    </details>
  );
}

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
