import type { Pool } from 'pg';
import { z } from 'zod';
import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { directionOf, type Language, languages } from '../../../platform/language/languages.ts';
import type { Facts } from '../../ledger/delivery.ts';
import { type MailContent, textOf } from '../mail/mail-content.ts';
import { htmlOf } from '../mail/mail-html.ts';
import type { MailMessage } from '../mail/mail-transport.ts';

/** The language and time zone of mails to owners, from the first mail channel to operators: accounts have neither. */
export interface OperatorsReading {
  readonly language: Language;
  /** An IANA name. */
  readonly timeZone: string;
}

const reading = z.object({ language: z.enum(languages), timeZone: z.string() });
const withoutChannel: OperatorsReading = { language: 'en', timeZone: 'UTC' };

const readingText = `
  select settings from delivery_channels
  where kind = 'mail' and state <> 'removed' and settings ->> 'audience' = 'operators' order by created_at, id limit 1`;

export async function findOperatorsReading(pool: Pool): Promise<OperatorsReading> {
  const [row] = (await pool.query<{ settings: unknown }>(readingText)).rows;
  return reading.safeParse(row?.settings).data ?? withoutChannel;
}

interface NoticeParts {
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
