import de from '../../messages/de.json';
import en from '../../messages/en.json';
import es from '../../messages/es.json';
import ja from '../../messages/ja.json';

export type MessageKey = keyof typeof en;

/** A text with `{names}`; one for each plural category where it depends on `{count}`. */
export type Message = string | { readonly one?: string; readonly many?: string; readonly other: string };

export type Messages = Readonly<Record<MessageKey, Message>>;

export const messages = { en, de, es, ja } as const satisfies Record<string, Messages>;

export type Language = keyof typeof messages;

/** Each in its own words, for the switch. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  ja: '日本語',
};

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(messages, tag);
}

/** The first wanted language that there are messages for, region and script aside (RFC 4647 section 3.4); English else. */
export function chooseLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '').find(isLanguage) ?? 'en';
}
