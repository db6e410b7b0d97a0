import type { RequestEvent, RequestStatus } from '../api/shapes.ts';
import type { Decision } from './decision-log.ts';
import type { Delivery } from './deliveries-api.ts';

/** The events and deliveries of the request of a decision. */
interface AfterDecision {
  /** Oldest first. */
  readonly events: readonly RequestEvent[];
  readonly deliveries: readonly Delivery[];
}

/** Returns true when a mail about this status waits until the time for an undo is over. */
export function isMailComing(status: RequestStatus, deliveries: readonly Delivery[]): boolean {
  return deliveries.some((delivery) => isAbout(delivery, status) && isWaiting(delivery));
}

/**
 * Returns true when a mail or an operator has notified the customer of the decision, or is about to. Takes the
 * events and deliveries after the undo.
 */
export function isCustomerNotified(decision: Decision, { events, deliveries }: AfterDecision): boolean {
  const since = timeOf(decision, events);
  return (
    hasMessageSince(since, events) ||
    deliveries.some((delivery) => isNotification(delivery, decision, since) || isAboutUndo(delivery, decision))
  );
}

/** Returns the service's time of the decision, because the clock of this computer may be wrong. */
function timeOf({ to, at }: Decision, events: readonly RequestEvent[]): number {
  const event = events.findLast((one) => one.kind === 'status' && one.to === to);
  return Date.parse(event?.at ?? at);
}

function hasMessageSince(since: number, events: readonly RequestEvent[]): boolean {
  const messages = events.filter((event) => event.kind === 'message' && Date.parse(event.at) >= since);
  // A cancelled message has two events, the second with `to` null.
  return messages.filter(({ to }) => to !== null).length > messages.filter(({ to }) => to === null).length;
}

function isNotification(delivery: Delivery, { to }: Decision, since: number): boolean {
  if (!isAbout(delivery, to) || Date.parse(delivery.createdAt) < since) return false;
  // The undo has cancelled all deliveries that could still be stopped.
  return delivery.state !== 'cancelled' && delivery.state !== 'failed';
}

/** Returns true for a mail about the undo, which only notified customers get. */
function isAboutUndo(delivery: Delivery, { from, to }: Decision): boolean {
  return isAbout(delivery, from) && delivery.facts?.from === to && isWaiting(delivery);
}

function isWaiting({ state, attemptCount }: Delivery): boolean {
  return state === 'pending' && attemptCount === 0;
}

function isAbout({ type, channel, facts }: Delivery, status: RequestStatus): boolean {
  return type === 'request.status_changed' && channel.audience === 'customers' && facts?.to === status;
}
