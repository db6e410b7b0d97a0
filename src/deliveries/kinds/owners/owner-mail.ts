import type { Pool } from 'pg';
import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { directionOf, type Language } from '../../../platform/language/languages.ts';
import type { Facts } from '../../ledger/delivery.ts';
import { htmlOf, type MailContent, textOf } from '../mail/mail-content.ts';
import type { MailMessage } from '../mail/mail-message.ts';
import type { OperatorsReading } from './operators-reading.ts';

export interface NoticeParts {
  readonly pool: Pool;
  readonly reading: OperatorsReading;
  /** The origin of the inbox. */
  inboxUrl(): Promise<string>;
}

export type NoticeContent = Omit<MailContent, 'footer'>;

/** Composes the text of a notice. `facts` are those that its judge stored. */
export type NoticeText = (facts: Facts, parts: NoticeParts) => Promise<NoticeContent>;

/** Renders a mail to owners about the service itself. */
export function ownerMail(content: NoticeContent, addresses: readonly string[], language: Language): MailMessage {
  const whole = { ...content, footer: customerTexts[language].mails.ownerFooter };
  return {
    to: addresses.map((address) => ({ name: '', address })),
    replyTo: null,
    subject: whole.subject,
    text: textOf(whole),
    html: htmlOf(whole, language, directionOf(language)),
    unsubscribe: null,
  };
}
