import { readStoredText, storeText } from '../../../page-kit/stored-text.ts';
import { chooseLanguage, isLanguage, type Language } from './languages.ts';

const key = 'commission-language';

/** Returns the reader's earlier choice, else the language of the element's `lang`, else of `navigator.languages`. */
export function readLanguage(lang: string): Language {
  const stored = readStoredText(key);
  if (stored !== null && isLanguage(stored)) return stored;
  return chooseLanguage(lang ? [lang] : navigator.languages);
}

export function storeLanguage(language: Language): void {
  storeText(key, language);
}
