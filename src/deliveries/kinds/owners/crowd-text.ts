import { z } from 'zod';
import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { fillText } from '../../../platform/language/fill-text.ts';
import type { NoticeText } from './owner-mail.ts';

const crowdFacts = z.object({ limit: z.number() });

/** Composes the notice that channels did not announce each request, because too many came at once. */
export const crowdNotice: NoticeText = async (facts, { reading: { language } }) => {
  const { limit } = crowdFacts.parse(facts);
  const words = customerTexts[language].mails;
  const number = new Intl.NumberFormat(language).format(limit);
  return { subject: words.crowdSubject, paragraphs: [fillText(words.crowdText, { limit: number })], link: null };
};
