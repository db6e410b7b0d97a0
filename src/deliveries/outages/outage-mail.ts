import { directionOf } from '../../language/languages.ts';
import { htmlOf, type MailContent, oneLine, textOf } from '../mail/mail-content.ts';
import type { MailMessage } from '../mail/mail-message.ts';
import { mailMessages } from '../mail/messages/all-mail-messages.ts';
import type { MailMessages } from '../mail/messages/mail-messages.ts';
import type { OperatorsReading } from './operators-reading.ts';
import type { OutageNotice } from './outages.ts';

export interface OutageMailFacts {
  readonly addresses: readonly string[];
  readonly reading: OperatorsReading;
  /** The origin of the inbox. */
  readonly inboxUrl: string;
}

/** Composes the mail to owners about a channel that fails, works again, or was disabled by its receiver. */
export function outageMail(notice: OutageNotice, { addresses, reading, inboxUrl }: OutageMailFacts): MailMessage {
  const { language } = reading;
  const words = mailMessages[language];
  const { subject, text } = wordsOf(notice.kind, words);
  const values = {
    name: oneLine(notice.channelName),
    since: shownTime(notice.since, reading),
    until: notice.endedAt === null ? '' : shownTime(notice.endedAt, reading),
    detail: oneLine(notice.lastDetail ?? ''),
  };
  const lastTry = notice.kind === 'recovered' || values.detail === '' ? [] : [fill(words.lastTry, values)];
  const content: MailContent = {
    subject: fill(subject, values),
    paragraphs: [fill(text, values), ...lastTry],
    link: { label: words.seeChannels, url: `${inboxUrl}/settings/channels` },
    footer: words.ownerFooter,
  };
  return {
    to: addresses.map((address) => ({ name: '', address })),
    replyTo: null,
    subject: content.subject,
    text: textOf(content),
    html: htmlOf(content, language, directionOf(language)),
    unsubscribe: null,
  };
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

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
