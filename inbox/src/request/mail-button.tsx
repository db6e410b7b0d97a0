import type { InboxRequest } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useCustomerTranslator } from './customer-translator.ts';
import { mailLink } from './mail-link.ts';

/** Opens the person's own mail program, with subject and greeting in the language of the customers. */
export function MailLink({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { customerName: name, customerEmail: address, number } = request;
  const theirs = useCustomerTranslator();
  const subject = theirs.text('mailSubject', { number });
  const body = theirs.text('mailBody', { name });
  return (
    <p class="actions">
      <a class="button" href={mailLink({ address, subject, body })}>
        {text('mailWrite')}
      </a>
    </p>
  );
}
