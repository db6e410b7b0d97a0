import { customerTexts } from '../../../src/platform/language/customer-texts.ts';
import { fillText } from '../../../src/platform/language/fill-text.ts';
import { isLanguage } from '../../../src/platform/language/languages.ts';
import type { InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';

/**
 * Opens the person's mail program with subject and greeting. The language is the customer's, else that of mails to
 * customers, else the reader's.
 */
export function MailProgramLink({ request }: { readonly request: InboxRequest }) {
  const { text, language } = useTranslator();
  const { customerName: name, customerEmail: address, number } = request;
  const wanted = [request.language, useCell(useInbox().mail)?.customerLanguage, language];
  const { subject, greeting } = mailWordsOf(wanted, { number, name });
  return (
    <p class="actions">
      <a class="button button-small" href={mailLink({ address, subject, body: `${greeting}\n\n` })}>
        {text('mailWrite')}
      </a>
    </p>
  );
}

interface MailText {
  readonly address: string;
  readonly subject: string;
  readonly body: string;
}

/**
 * Returns a `mailto:` address (RFC 6068). All parts are encoded, so that a customer's text cannot add header fields.
 */
export function mailLink({ address, subject, body }: MailText): string {
  const to = encodeURIComponent(address).replaceAll('%40', '@');
  return `mailto:${to}?subject=${field(subject)}&body=${field(body)}`;
}

/** Encodes a field. Line breaks in mails are CRLF. */
function field(text: string): string {
  return encodeURIComponent(text.replace(/\r\n|\r|\n/g, '\r\n'));
}

/** Subject and greeting of a mail to a customer. */
interface MailWords {
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
