import { moneyIn, trustedSum } from '../../../intake/submission/money.ts';
import { requestNumberOf } from '../../../intake/submission/request-number.ts';
import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { fillText } from '../../../platform/language/fill-text.ts';
import { type Language, textIn } from '../../../platform/language/languages.ts';
import { cut, oneLine } from '../../notices/cut.ts';
import type { MailFact } from './mail-content.ts';
import type { DigestRequest } from './read-digest.ts';

type Label = keyof (typeof customerTexts)['en']['mails']['facts'];

/** Two fields of the studio, 200 characters each. */
const mostCharacters = 500;

/** Returns the lines of the box. Facts without a value are left out. */
export function factsIn(language: Language, values: Readonly<Partial<Record<Label, string | null>>>): MailFact[] {
  const { facts } = customerTexts[language].mails;
  return Object.entries(values).flatMap(([name, value]) =>
    value ? [factOf(language, facts[name as Label], value)] : [],
  );
}

export function factOf(language: Language, label: string, value: string): MailFact {
  const line = value.replaceAll('\n', ' · ');
  return { label, value, line: fillText(customerTexts[language].mails.fact, { label, value: line }) };
}

/** Returns the name of the chosen type, or null without one. */
export function typeOf({ chosen }: DigestRequest, language: Language): string | null {
  const names = chosen?.type ?? chosen?.customCard;
  return names ? oneLine(textIn(names, language)) || null : null;
}

/** Returns the chosen type, option and extras in the studio's words. */
export function orderOf({ chosen }: DigestRequest, language: Language): string | null {
  if (chosen === null) return null;
  const names = [chosen.type, chosen.option, chosen.customCard, ...chosen.extras.map(({ name }) => name)];
  const words = names.filter((name) => name !== null).map((name) => oneLine(textIn(name, language)));
  return cut(words.join(' · '), mostCharacters);
}

export function numberOf({ id }: DigestRequest): string {
  return requestNumberOf(id);
}

export function estimateOf({ estimate }: DigestRequest, language: Language): string | null {
  const sum = estimate && trustedSum(estimate);
  return sum && moneyIn(language, sum.currency).short(sum.amount);
}

/** @param timeZone An IANA name: the day depends on it. */
export function dayIn(language: Language, at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(at);
}

/** @param dueOn YYYY-MM-DD, the same day everywhere. */
export function dueDayIn(language: Language, dueOn: string | null): string | null {
  return dueOn && dayIn(language, new Date(`${dueOn}T00:00:00Z`), 'UTC');
}
