import { domainForms, mailboxKey } from '../../intake/submission/mailbox.ts';
import { foldedText, shapeless } from '../../platform/language/folded-text.ts';
import { emailPattern } from '../../platform/shapes/email-pattern.ts';
import type { StoredRequest } from '../facet/stored-request.ts';
import { hashGram } from './search-text.ts';

/** Returns the searched forms of an e-mail address: as it was written, and with its domain in both forms. */
export function searchedAddress(address: string): readonly string[] {
  const { local, unicode, ascii } = domainForms(address);
  return [...new Set([address, `${local}@${unicode}`, `${local}@${ascii}`].map(foldedText))];
}

/** Returns a query as rows may have it. An address of which only some labels are in ASCII gets the form in Unicode. */
export function inRowForm(query: string): string {
  const typed = query.replace(shapeless, '').trim();
  if (!emailPattern.test(typed)) return query;
  const { local, unicode, ascii } = domainForms(typed);
  return `${local}@${/^[\x21-\x7e]+$/.test(typed.slice(local.length)) ? ascii : unicode}`;
}

/** Returns the gram of all rows whose customer has this mailbox. Texts have no line feed, so no text has this gram. */
export function mailboxGram(address: string): number {
  return exactGram(mailboxKey(address));
}

/** Lists are filtered by no longer answer. */
const maxValueCharacters = 200;
/** As many as a question has options. */
const mostValues = 500;

/** Returns the grams of all answers that a list can be filtered by. */
export function answerGrams({ form }: Pick<StoredRequest, 'form'>): readonly number[] {
  return Object.entries(form?.answers ?? {}).flatMap(([id, answer]) => {
    const values = [answer].flat().filter((value) => typeof value === 'string' || typeof value === 'boolean');
    return values
      .slice(0, mostValues)
      .map(String)
      .filter(({ length }) => length <= maxValueCharacters)
      .map((value) => answerGram(id, value));
  });
}

/** Returns the gram of rows with this answer. Texts have no line feed, so no text has this gram. */
export function answerGram(id: string, value: string): number {
  return exactGram(`${id}\n${value}`);
}

function exactGram(value: string): number {
  const characters = [...`\n${value}`];
  return hashGram(characters, 0, characters.length);
}
