import { chooseLanguage, isLanguage, type Language } from './languages.ts';

const key = 'commission-language';

/** What the reader chose before; else of the element's `lang`; else of the browser's, which are its `Accept-Language`. */
export function readLanguage(lang: string): Language {
  const stored = storedChoice();
  if (stored !== null && isLanguage(stored)) return stored;
  return chooseLanguage(lang ? [lang] : navigator.languages);
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // The browser keeps nothing: the choice lasts as long as the page.
  }
}

function storedChoice(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
