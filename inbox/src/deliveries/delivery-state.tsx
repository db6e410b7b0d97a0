import { useTranslator } from '../language/translator-context.ts';
import type { Delivery } from '../model/deliveries-api.ts';

/** The state of a delivery, in a word. */
export function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  const { text } = useTranslator();
  return <span class={`status delivery-${state}`}>{text(`deliveryState_${state}`)}</span>;
}
