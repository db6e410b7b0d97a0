import { customerTexts } from '../../../platform/language/customer-texts.ts';
import type { Language } from '../../../platform/language/languages.ts';
import type { ShownStatus } from '../shown-status.ts';
import type { StatusMessages, StatusText } from './status-messages.ts';

/** How the studio speaks of itself. */
export const voices = ['we', 'i'] as const;

export type Voice = (typeof voices)[number];

/** Returns the texts in a language and a voice. */
export function messagesIn(language: Language, voice: Voice): StatusMessages {
  const messages = customerTexts[language].statusPage;
  if (voice === 'we') return messages;
  const spoken = Object.entries(messages.statuses).map(([status, text]) => {
    return [status, { ...text, ...messages.byOne[status as ShownStatus] }] as const;
  });
  return { ...messages, statuses: Object.fromEntries(spoken) as Record<ShownStatus, StatusText> };
}
