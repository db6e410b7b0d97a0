import type { RequestStatus } from '../inbox/statuses.ts';

/** A status as a customer is told of it. */
export type ShownStatus = Exclude<RequestStatus, 'SPAM'>;

/** Whoever sends spam does not learn that it was noticed. */
export function shownStatusOf(status: RequestStatus): ShownStatus {
  return status === 'SPAM' ? 'NEW' : status;
}

const usualWay: readonly ShownStatus[] = ['NEW', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED'];

/** The stations of a request with this status, past and to come; none for one that goes no further. */
export function stationsOf(status: ShownStatus): readonly ShownStatus[] {
  if (usualWay.includes(status)) return usualWay;
  return status === 'WAITLISTED' ? ['NEW', 'WAITLISTED', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED'] : [];
}
