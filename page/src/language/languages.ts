import { chooseLanguage as choose, type Messages as MessagesOf } from '../../../page-kit/language/messages.ts';
import { type Language, languageNames } from '../../../src/platform/language/languages.ts';
import en from '../../messages/en.json';

export { isLanguage, type Language, languageNames } from '../../../src/platform/language/languages.ts';

export type MessageKey = keyof typeof en;

export type Messages = MessagesOf<MessageKey>;

type MessagesModule = Promise<{ readonly default: Messages }>;

/** Other languages load on demand. English is bundled as the fallback for a language that cannot be loaded. */
const loaders: Readonly<Record<Exclude<Language, 'en'>, () => MessagesModule>> = {
  de: () => import('../../messages/de.json'),
  es: () => import('../../messages/es.json'),
  fr: () => import('../../messages/fr.json'),
  it: () => import('../../messages/it.json'),
  pl: () => import('../../messages/pl.json'),
  pt: () => import('../../messages/pt.json'),
  ar: () => import('../../messages/ar.json'),
  ja: () => import('../../messages/ja.json'),
  ko: () => import('../../messages/ko.json'),
  zh: () => import('../../messages/zh.json'),
};

export const englishMessages: Messages = en;

/** Rejects when the messages cannot be loaded. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'en' ? en : (await loaders[language]()).default;
}

/** Returns the first wanted language that has messages, else English. */
export function chooseLanguage(wanted: readonly string[]): Language {
  return choose(wanted, languageNames);
}
