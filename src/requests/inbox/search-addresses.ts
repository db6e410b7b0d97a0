import { domainForms, mailboxKey } from '../../intake/submission/mailbox.ts';
import { foldedText, shapeless } from '../../platform/language/folded-text.ts';
import { emailPattern } from '../../platform/shapes/email-pattern.ts';
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

/** Returns the gram of all rows whose customer has this mailbox. No text has it, because texts have no line feed. */
export function mailboxGram(address: string): number {
  const characters = [...`\n${mailboxKey(address)}`];
  return hashGram(characters, 0, characters.length);
}
