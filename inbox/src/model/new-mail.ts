import { defaultHour } from '../../../src/deliveries/kinds/mail/mail-choices.ts';
import type { MailSettings } from '../../../src/deliveries/kinds/mail/mail-settings.ts';
import type { Language } from '../language/reader-language.ts';

/** Returns the initial settings of a mail channel, with the owner's language and time zone. */
export function newMailFor(audience: MailSettings['audience'], language: Language): MailSettings {
  if (audience === 'customers') return { audience, language, messages: true };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { audience, language, to: [], pace: 'each', hour: defaultHour, timeZone };
}
