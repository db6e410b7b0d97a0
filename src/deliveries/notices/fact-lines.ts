import { customerTexts } from '../../platform/language/customer-texts.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { Line } from '../../requests/facet/facet.ts';
import { facets } from '../../requests/facets/registry.ts';
import type { DispatchedRequest } from '../ledger/delivery.ts';
import { cut, oneLine } from './cut.ts';

const mostCharacters = 500;

/** Returns the lines of a request's facts for a mail to operators. */
export function factLines(request: DispatchedRequest, language: Language): readonly string[] {
  const { yes, no } = customerTexts[language].mails;
  return facets
    .flatMap((facet): readonly Line[] => ('mailLines' in facet ? facet.mailLines(request, { language, yes, no }) : []))
    .map(([title, value]) => `${oneLine(title)} ${cut(oneLine(value ?? ''), mostCharacters)}`);
}
