import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import { shownStatusOf } from '../../events/status-links/shown-status.ts';
import { isRequestStatus } from '../../events/statuses.ts';
import type { Dispatch, DispatchedRequest } from '../ledger/delivery.ts';

/** Returns the texts of the status that a change set, of `NEW` for a new request, else of the current status. */
export function statusWords({ type, facts }: Dispatch, request: DispatchedRequest, { statuses }: StatusMessages) {
  const to = type === 'request.created' ? 'NEW' : String(facts?.to ?? request.status);
  const { title, text, next } = statuses[shownStatusOf(isRequestStatus(to) ? to : 'NEW')];
  return { status: title, statusText: text, next };
}
