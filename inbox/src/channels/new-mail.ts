import type { MailSettings } from '../../../src/deliveries/mail/mail-settings.ts';
import type { Language } from '../language/languages.ts';

/** What a new channel begins with, in the language and the time zone of its owner. */
export function newMailFor(audience: MailSettings['audience'], language: Language): MailSettings {
  if (audience === 'customers') return { audience, language, messages: true };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { audience, language, to: [], pace: 'each', hour: 8, timeZone };
}
