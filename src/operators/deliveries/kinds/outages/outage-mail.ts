import { fillText } from '../../../../platform/language/fill-text.ts';
import { oneLine } from '../mail/mail-content.ts';
import type { MailMessage } from '../mail/mail-message.ts';
import { mailMessages } from '../mail/messages/all-mail-messages.ts';
import type { MailMessages } from '../mail/messages/mail-messages.ts';
import { type OwnerMailFacts, ownerMail } from '../mail/owner-mail.ts';
import type { OperatorsReading } from './operators-reading.ts';
import type { OutageNotice } from './outages.ts';

export interface OutageMailFacts extends OwnerMailFacts {
  /** The origin of the inbox. */
  readonly inboxUrl: string;
}

/** Composes the mail to owners about a channel that fails, works again, or was disabled by its receiver. */
export function outageMail(notice: OutageNotice, { inboxUrl, ...facts }: OutageMailFacts): MailMessage {
  const { reading } = facts;
  const words = mailMessages[reading.language];
  const { subject, text } = wordsOf(notice.kind, words);
  const values = {
    name: oneLine(notice.channelName),
    since: shownTime(notice.since, reading),
    until: notice.endedAt === null ? '' : shownTime(notice.endedAt, reading),
    detail: oneLine(notice.lastDetail ?? ''),
  };
  const lastTry = notice.kind === 'recovered' || values.detail === '' ? [] : [fillText(words.lastTry, values)];
  const content = {
    subject: fillText(subject, values),
    paragraphs: [fillText(text, values), ...lastTry],
    link: { label: words.seeChannels, url: `${inboxUrl}/settings/channels` },
  };
  return ownerMail(content, facts);
}

function wordsOf(kind: OutageNotice['kind'], words: MailMessages) {
  return {
    broken: { subject: words.brokenSubject, text: words.brokenText },
    recovered: { subject: words.recoveredSubject, text: words.recoveredText },
    gone: { subject: words.goneSubject, text: words.goneText },
  }[kind];
}

function shownTime(at: Date, { language, timeZone }: OperatorsReading): string {
  const format = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  return format.format(at);
}
