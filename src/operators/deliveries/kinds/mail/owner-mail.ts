import { directionOf } from '../../../../platform/language/languages.ts';
import type { OperatorsReading } from '../outages/operators-reading.ts';
import { htmlOf, type MailContent, textOf } from './mail-content.ts';
import type { MailMessage } from './mail-message.ts';
import { mailMessages } from './messages/all-mail-messages.ts';

export interface OwnerMailFacts {
  readonly addresses: readonly string[];
  readonly reading: OperatorsReading;
}

/** Renders a mail to owners about the service itself. */
export function ownerMail(
  content: Omit<MailContent, 'footer'>,
  { addresses, reading: { language } }: OwnerMailFacts,
): MailMessage {
  const whole = { ...content, footer: mailMessages[language].ownerFooter };
  return {
    to: addresses.map((address) => ({ name: '', address })),
    replyTo: null,
    subject: whole.subject,
    text: textOf(whole),
    html: htmlOf(whole, language, directionOf(language)),
    unsubscribe: null,
  };
}
