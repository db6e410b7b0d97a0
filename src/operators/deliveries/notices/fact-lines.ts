import type { Language } from '../../../platform/language/languages.ts';
import type { Line } from '../../requests/facets/facet.ts';
import { facets } from '../../requests/facets/registry.ts';
import { oneLine } from '../kinds/mail/mail-content.ts';
import { mailMessages } from '../kinds/mail/messages/all-mail-messages.ts';
import type { DispatchedRequest } from '../ledger/delivery.ts';
import { cut } from './cut.ts';

const mostCharacters = 500;

/** Returns the lines of a request's facts for a mail to operators. */
export function factLines(request: DispatchedRequest, language: Language): readonly string[] {
  const { yes, no } = mailMessages[language];
  return facets
    .flatMap((facet): readonly Line[] => ('mailLines' in facet ? facet.mailLines(request, { language, yes, no }) : []))
    .map(([title, value]) => `${oneLine(title)} ${cut(oneLine(value ?? ''), mostCharacters)}`);
}
