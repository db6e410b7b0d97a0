import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import { shownStatusOf } from '../../events/status-links/shown-status.ts';
import { isRequestStatus, type RequestStatus } from '../../events/statuses.ts';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { Line } from '../../requests/facet/facet.ts';
import { facets } from '../../requests/facets/registry.ts';
import type { Dispatch, DispatchedRequest } from '../ledger/delivery.ts';
import { cut, oneLine } from './cut.ts';

/** Returns the status that a change set, `NEW` for a new request, else the current status. */
export function announcedStatus({ type, facts }: Dispatch, request: DispatchedRequest): RequestStatus {
  const to = type === 'request.created' ? 'NEW' : String(facts?.to ?? request.status);
  return isRequestStatus(to) ? to : 'NEW';
}

/** Returns the texts of the announced status. */
export function statusWords(dispatch: Dispatch, request: DispatchedRequest, { statuses }: StatusMessages) {
  const { title, text } = statuses[shownStatusOf(announcedStatus(dispatch, request))];
  return { status: title, statusText: text };
}

const mostCharacters = 500;

/** Returns titles and values of a request's facts for a mail to operators. */
export function factLines(request: DispatchedRequest, language: Language): readonly (readonly [string, string])[] {
  const { yes, no } = customerTexts[language].mails;
  return facets
    .flatMap((facet): readonly Line[] => ('mailLines' in facet ? facet.mailLines(request, { language, yes, no }) : []))
    .map(([title, value]) => [oneLine(title), cut(oneLine(value ?? ''), mostCharacters)]);
}
