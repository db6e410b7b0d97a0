import { type RequestStatus, requestStatuses } from '../statuses.ts';

/** A status that a customer may see. */
export type ShownStatus = Exclude<RequestStatus, 'SPAM'>;

export const shownStatuses = requestStatuses.filter((status): status is ShownStatus => status !== 'SPAM');

/** Returns the status that the customer sees. A sender of spam must not learn that it was detected. */
export function shownStatusOf(status: RequestStatus): ShownStatus {
  return status === 'SPAM' ? 'NEW' : status;
}

/** Statuses after which a customer has nothing left to track. */
export const endedStatuses: readonly ShownStatus[] = ['COMPLETED', 'DECLINED', 'CANCELLED'];

const defaultSteps: readonly ShownStatus[] = ['NEW', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED'];

/** Returns the past and future steps of a request, or no steps for a request that was declined or cancelled. */
export function progressStepsOf(status: ShownStatus): readonly ShownStatus[] {
  if (defaultSteps.includes(status)) return defaultSteps;
  return status === 'WAITLISTED' ? ['NEW', 'WAITLISTED', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED'] : [];
}
