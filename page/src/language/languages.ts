import { chooseLanguage as choose } from '../../../page-kit/language/messages.ts';
import { readStoredText, storeText } from '../../../page-kit/stored-text.ts';
import { isLanguage, type Language, languageNames } from '../../../src/platform/language/languages.ts';
import english from '../../../texts/customers/en.json';
import type { LaterMessages, Messages } from './message-keys.ts';
import { loadMessages as load, loadLaterMessages as loadLater } from './message-loaders.ts';

export { isLanguage, type Language, languageNames } from '../../../src/platform/language/languages.ts';

export type { LaterKey, LaterMessages, MessageKey, Messages } from './message-keys.ts';

export const englishMessages: Messages = english.page;

/**
 * Rejects when the messages cannot be loaded.
 * @param endpoint The service's address, which the element loads its languages from.
 */
export async function loadMessages(language: Language, endpoint = ''): Promise<Messages> {
  return language === 'en' ? englishMessages : load(language, endpoint);
}

/** Rejects when the messages cannot be loaded. */
export async function loadLaterMessages(language: Language, endpoint = ''): Promise<LaterMessages> {
  return loadLater(language, endpoint);
}

/** Returns the first wanted language that has messages, else English. */
export function chooseLanguage(wanted: readonly string[]): Language {
  return choose(wanted, languageNames);
}

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
