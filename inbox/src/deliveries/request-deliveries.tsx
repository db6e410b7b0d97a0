import { useTranslator } from '../language/translator-context.ts';
import { DeliveryRows } from './delivery-rows.tsx';
import type { RequestDeliveries } from './use-request-deliveries.ts';

/** The deliveries about a request. Renders nothing when there are none, as without channels. */
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
