import type { InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { mailLink } from './mail-link.ts';
import { mailWordsOf } from './mail-words.ts';

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
