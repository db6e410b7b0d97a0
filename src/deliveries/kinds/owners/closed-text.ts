import { z } from 'zod';
import { customerTexts } from '../../../platform/language/customer-texts.ts';
import type { NoticeText } from './owner-mail.ts';

/** `reason`: the cause of the closing. */
const closedFacts = z.object({ reason: z.enum(['requests', 'slots']) });

/** Composes the notice that the form has closed by itself. */
export const closedNotice: NoticeText = async (facts, { reading: { language }, inboxUrl }) => {
  const { reason } = closedFacts.parse(facts);
  const words = customerTexts[language].mails;
  return {
    subject: words.formFullSubject,
    paragraphs: [reason === 'slots' ? words.formFullSlots : words.formFullRequests],
    link: { label: words.open, url: await inboxUrl() },
  };
};
