import { z } from 'zod';
import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { fillText } from '../../../platform/language/fill-text.ts';
import { zonedTime } from '../../../platform/language/zoned-time.ts';
import { diskNotice } from './disk-text.ts';
import { outageNotice } from './outage-text.ts';
import type { NoticeText } from './owner-mail.ts';

/** `backedUpAt`: RFC 3339, or null without any back-up. */
const backupFacts = z.object({ backedUpAt: z.string().nullable() });

/** Composes the notice that there is no back-up, or only an old one. */
export const backupNotice: NoticeText = async (facts, { reading: { language, timeZone } }) => {
  const { backedUpAt } = backupFacts.parse(facts);
  const words = customerTexts[language].mails;
  const subject = words.backupOldSubject;
  if (backedUpAt === null) return { subject, paragraphs: [words.backupMissingText], link: null };
  const at = new Intl.DateTimeFormat(language, { ...zonedTime, timeZone }).format(new Date(backedUpAt));
  return { subject, paragraphs: [fillText(words.backupOldText, { at })], link: null };
};

const crowdFacts = z.object({ limit: z.number() });

/** Composes the notice that channels did not announce each request, because too many came at once. */
const crowdNotice: NoticeText = async (facts, { reading: { language } }) => {
  const { limit } = crowdFacts.parse(facts);
  const words = customerTexts[language].mails;
  const number = new Intl.NumberFormat(language).format(limit);
  return { subject: words.crowdSubject, paragraphs: [fillText(words.crowdText, { limit: number })], link: null };
};

/** `reason`: the cause of the closing. */
const closedFacts = z.object({ reason: z.enum(['requests', 'slots']) });

/** Composes the notice that the form has closed by itself. */
const closedNotice: NoticeText = async (facts, { reading: { language }, inboxUrl }) => {
  const { reason } = closedFacts.parse(facts);
  const words = customerTexts[language].mails;
  return {
    subject: words.formFullSubject,
    paragraphs: [reason === 'slots' ? words.formFullSlots : words.formFullRequests],
    link: { label: words.open, url: await inboxUrl() },
  };
};

/** By the `about` of their facts. A notice needs its text here, and a judge that stores the facts. */
export const noticeTexts: ReadonlyMap<unknown, NoticeText> = new Map([
  ['outage', outageNotice],
  ['disk', diskNotice],
  ['backup', backupNotice],
  ['crowd', crowdNotice],
  ['closed', closedNotice],
]);
