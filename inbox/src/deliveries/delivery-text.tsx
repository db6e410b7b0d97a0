import type { RequestStatus } from '../api/shapes.ts';
import type { Formats } from '../language/formats.ts';
import { type Translator, useTranslator } from '../language/translator-context.ts';
import type { Delivery } from '../model/deliveries-api.ts';

/** Returns the event that the delivery reports. */
export function subjectText({ type, facts }: Delivery, { text }: Translator): string {
  if (type !== 'request.status_changed' || typeof facts?.from !== 'string' || typeof facts.to !== 'string') {
    return text(`delivery_${type}`);
  }
  const status = (value: string) => text(`status_${value as RequestStatus}`);
  return text('deliveryStatusOf', { from: status(facts.from), to: status(facts.to) });
}

/** Returns a sentence on the state of a delivery and its next step. */
export function stateText(delivery: Delivery, { text }: Translator, { time }: Formats): string {
  const { type, state, cancelCause, attemptCount, dueAt, finishedAt } = delivery;
  if (state === 'pending' && dueAt !== null) {
    return attemptCount === 0
      ? text('deliveryWaits', { time: time(dueAt) })
      : text('deliveryWaitsAgain', { count: attemptCount, time: time(dueAt) });
  }
  if (type === 'digest' && cancelCause === 'request-gone') return text('deliveryDigestEmpty');
  if (state === 'cancelled' && cancelCause !== null) return text(`deliveryCancelled_${cancelCause}`);
  if (state === 'delivered' && finishedAt !== null) return text('deliveryTaken', { time: time(finishedAt) });
  return text(`deliveryIs_${state}`);
}

/** Returns true when the state of the delivery may change within seconds. */
export function isInProgress({ state, dueAt }: Delivery, now: number): boolean {
  return state === 'sending' || (state === 'pending' && dueAt !== null && Date.parse(dueAt) - now < soonMs);
}

const soonMs = 30_000;

/** True for a delivery about a change that was undone, so that its text is out of date. */
export const isTakenBack = ({ cancelCause }: Delivery): boolean => cancelCause === 'undone' || cancelCause === 'spam';

export const isFinished = ({ state }: Delivery): boolean => state !== 'pending' && state !== 'sending';

/** True when the delivery's content was erased with its request. Only the report of the erasure itself remains. */
export const isEmptied = ({ requestGone, type }: Delivery): boolean => requestGone && type !== 'request.erased';

/** The state of a delivery, in a word. */
export function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  const { text } = useTranslator();
  return <span class={`status delivery-${state}`}>{text(`deliveryState_${state}`)}</span>;
}
