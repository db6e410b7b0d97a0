import { useTranslator } from '../language/translator-context.ts';
import { DeliveryRows } from './delivery-rows.tsx';
import type { RequestDeliveries } from './use-request-deliveries.ts';

/** Who was told of the request. A house without channels sees nothing of it. */
export function RequestDeliveriesPart({ deliveries, reload }: RequestDeliveries) {
  const { text } = useTranslator();
  if (deliveries.length === 0) return null;
  const bad = deliveries.filter(({ state }) => state === 'failed' || state === 'uncertain').length;
  return (
    <details class="history">
      <summary>
        {text('deliveriesOf', { count: deliveries.length })}
        {bad > 0 && <span class="status delivery-failed">{text('deliveriesBad', { count: bad })}</span>}
      </summary>
      <DeliveryRows deliveries={deliveries} of="request" onChanged={reload} />
    </details>
  );
}
