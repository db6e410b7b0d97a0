import { useTranslator } from '../language/translator-context.ts';
import type { Delivery } from './deliveries-api.ts';

/** Where a delivery stands, as a word. */
export function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  const { text } = useTranslator();
  return <span class={`status delivery-${state}`}>{text(`deliveryState_${state}`)}</span>;
}
