import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import { shownStatusOf } from '../../events/status-links/shown-status.ts';
import { isRequestStatus } from '../../events/statuses.ts';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { Line } from '../../requests/facet/facet.ts';
import { facets } from '../../requests/facets/registry.ts';
import type { Dispatch, DispatchedRequest } from '../ledger/delivery.ts';
import { cut, oneLine } from './cut.ts';

/** Returns the texts of the status that a change set, of `NEW` for a new request, else of the current status. */
export function statusWords({ type, facts }: Dispatch, request: DispatchedRequest, { statuses }: StatusMessages) {
  const to = type === 'request.created' ? 'NEW' : String(facts?.to ?? request.status);
  const { title, text, next } = statuses[shownStatusOf(isRequestStatus(to) ? to : 'NEW')];
  return { status: title, statusText: text, next };
}

const mostCharacters = 500;

/** Returns the lines of a request's facts for a mail to operators. */
export function factLines(request: DispatchedRequest, language: Language): readonly string[] {
  const { yes, no } = customerTexts[language].mails;
  return facets
    .flatMap((facet): readonly Line[] => ('mailLines' in facet ? facet.mailLines(request, { language, yes, no }) : []))
    .map(([title, value]) => `${oneLine(title)} ${cut(oneLine(value ?? ''), mostCharacters)}`);
}
