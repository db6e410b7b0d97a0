import { customerTexts } from '../../../src/platform/language/customer-texts.ts';
import { fillText } from '../../../src/platform/language/fill-text.ts';
import { isLanguage } from '../../../src/platform/language/languages.ts';

/** Subject and greeting of a mail to a customer. */
export interface MailWords {
  readonly subject: string;
  readonly greeting: string;
}

/** Returns the words in the first language that the customers' page has, else in English. */
export function mailWordsOf(
  wanted: readonly (string | null | undefined)[],
  { number, name }: { readonly number: string; readonly name: string },
): MailWords {
  const language = wanted.filter((tag) => typeof tag === 'string').find(isLanguage) ?? 'en';
  const { subject, greeting } = customerTexts[language].reply;
  return { subject: fillText(subject, { number }), greeting: fillText(greeting, { name }) };
}
