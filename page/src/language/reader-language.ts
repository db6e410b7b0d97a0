import { readStoredLanguage, storeLanguage as store } from '../../../page-kit/language/stored-language.ts';
import { chooseLanguage, isLanguage, type Language } from './languages.ts';

const key = 'commission-language';

/** What the reader chose before; else of the element's `lang`; else of the browser's, which are its `Accept-Language`. */
export function readLanguage(lang: string): Language {
  const stored = readStoredLanguage(key);
  if (stored !== null && isLanguage(stored)) return stored;
  return chooseLanguage(lang ? [lang] : navigator.languages);
}

export function storeLanguage(language: Language): void {
  store(key, language);
}
