import { chooseLanguage } from '../../../page-kit/language/messages.ts';
import { readStoredText, storeText } from '../../../page-kit/stored-text.ts';

/** The name of each language in the language itself. */
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español', ja: '日本語' } as const;

export type Language = keyof typeof languageNames;

export const isInboxLanguage = (tag: string): tag is Language => Object.hasOwn(languageNames, tag);

const key = 'inbox-language';

/** Returns the reader's earlier choice, else the first available language of the browser. */
export function readLanguage(): Language {
  const stored = readStoredText(key);
  return chooseLanguage(stored === null ? navigator.languages : [stored], languageNames);
}

export function storeLanguage(language: Language): void {
  storeText(key, language);
}
