import type { RequestEvent } from '../api/shapes.ts';
import type { Delivery } from '../deliveries/deliveries-api.ts';
import type { Decision } from './decision-log.ts';

/** What happened to the request of a decision. */
export interface Happened {
  /** Oldest first. */
  readonly events: readonly RequestEvent[];
  readonly deliveries: readonly Delivery[];
}

/** Returns true when the customer was told of the decision, by a mail or by an operator, or is about to be. */
export function isCustomerTold(decision: Decision, { events, deliveries }: Happened): boolean {
  const since = timeOf(decision, events);
  return hasMessageSince(since, events) || deliveries.some((delivery) => tells(delivery, decision, since));
}

/** Returns the service's time of the decision, because the clock of this computer may be wrong. */
function timeOf({ to, at }: Decision, events: readonly RequestEvent[]): number {
  const event = events.findLast((one) => one.kind === 'status' && one.to === to);
  return Date.parse(event?.at ?? at);
}

function hasMessageSince(since: number, events: readonly RequestEvent[]): boolean {
  const messages = events.filter((event) => event.kind === 'message' && Date.parse(event.at) >= since);
  // A message that was taken back has two events, the second with `to` null.
  return messages.filter(({ to }) => to !== null).length > messages.filter(({ to }) => to === null).length;
}

function tells({ type, channel, facts, state, createdAt }: Delivery, { to }: Decision, since: number): boolean {
  if (type !== 'request.status_changed' || channel.audience !== 'customers') return false;
  if (facts?.to !== to || Date.parse(createdAt) < since) return false;
  // The undo has cancelled what could still be stopped.
  return state !== 'cancelled' && state !== 'failed';
}
