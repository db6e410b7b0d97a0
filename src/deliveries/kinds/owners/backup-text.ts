import { z } from 'zod';
import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { fillText } from '../../../platform/language/fill-text.ts';
import { zonedTime } from '../../../platform/language/zoned-time.ts';
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
