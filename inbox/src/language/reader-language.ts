import { chooseLanguage } from '../../../page-kit/language/messages.ts';
import { readStoredLanguage, storeLanguage as store } from '../../../page-kit/language/stored-language.ts';

/** The name of each language in the language itself. */
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español', ja: '日本語' } as const;

export type Language = keyof typeof languageNames;

export const isInboxLanguage = (tag: string): tag is Language => Object.hasOwn(languageNames, tag);

const key = 'inbox-language';

/** Returns the reader's earlier choice, else the first available language of the browser. */
export function readLanguage(): Language {
  const stored = readStoredLanguage(key);
  return chooseLanguage(stored === null ? navigator.languages : [stored], languageNames);
}

export function storeLanguage(language: Language): void {
  store(key, language);
}
