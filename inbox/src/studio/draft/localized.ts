/** A text by language tag. Other languages fall back to English. */
export type Localized = Readonly<Record<string, string>>;

const languageTag = /^[a-z]{2,3}(-|$)/;

/** Mails have texts without English: other languages have the built-in words. */
export function isLocalized(value: unknown): value is Localized {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const texts = Object.entries(value);
  return texts.length > 0 && texts.every(([tag, text]) => languageTag.test(tag) && typeof text === 'string');
}

export function wordsIn(texts: Localized | null, language: string): string {
  return texts?.[language] ?? '';
}

/** Returns the text that readers of the language see. */
export function shownIn(texts: Localized | null, language: string): string {
  return texts?.[language] ?? texts?.en ?? '';
}

/**
 * Returns the texts with another text for a language, or null if all are empty. While English is empty, or the same as
 * the old text, it gets the new text too: a studio that writes in one language has a text for every reader.
 */
export function withWords(texts: Localized | null, language: string, words: string): Localized | null {
  const { en, ...others } = texts ?? {};
  const follows = language === 'en' || en === undefined || en === '' || en === texts?.[language];
  const english = follows ? words : en;
  const { [language]: _, ...rest } = others;
  const next = { en: english, ...rest, ...(language !== 'en' && words !== '' && { [language]: words }) };
  return Object.values(next).every((text) => text === '') ? null : next;
}

/** Returns every text of a document but those of mails, which are written on a page of their own. */
export function textsOf(value: unknown): readonly Localized[] {
  if (isLocalized(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === 'mails' ? [] : textsOf(one)));
}

/** Returns the languages that have at least one text, English first. */
export function languagesOf(texts: readonly Localized[]): readonly string[] {
  return [...new Set(['en', ...texts.flatMap((text) => Object.keys(text))])];
}

/** Returns how many texts have no words in the language. */
export function missingIn(texts: readonly Localized[], language: string): number {
  return texts.filter((text) => !text[language]).length;
}
