import { chooseLanguage, type Messages as MessagesOf } from '../../../page-kit/language/messages.ts';
import { readStoredLanguage, storeLanguage as store } from '../../../page-kit/language/stored-language.ts';
import en from '../../messages/en.json';

export type MessageKey = keyof typeof en;

export type Messages = MessagesOf<MessageKey>;

/** The name of each language in the language itself. */
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español', ja: '日本語' } as const;

export type Language = keyof typeof languageNames;

export const isInboxLanguage = (tag: string): tag is Language => Object.hasOwn(languageNames, tag);

const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Messages }>>> = {
  de: () => import('../../messages/de.json'),
  es: () => import('../../messages/es.json'),
  ja: () => import('../../messages/ja.json'),
};

export const englishMessages: Messages = en;

/** Rejects when the messages cannot be loaded. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'en' ? en : (await loaders[language]()).default;
}

const key = 'inbox-language';

/** Returns the reader's earlier choice, else the first available language of the browser. */
export function readLanguage(): Language {
  const stored = readStoredLanguage(key);
  return chooseLanguage(stored === null ? navigator.languages : [stored], languageNames);
}

export function storeLanguage(language: Language): void {
  store(key, language);
}
