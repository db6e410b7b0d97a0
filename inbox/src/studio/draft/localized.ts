/** A text by language tag. Other languages fall back to English. */
export type Localized = Readonly<Record<string, string>>;

export function isLocalized(value: unknown): value is Localized {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return 'en' in value && Object.values(value).every((text) => typeof text === 'string');
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

/** Returns every text of a document. */
export function textsOf(value: unknown): readonly Localized[] {
  if (isLocalized(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Returns the languages that have at least one text, English first. */
export function languagesOf(texts: readonly Localized[]): readonly string[] {
  return [...new Set(['en', ...texts.flatMap((text) => Object.keys(text))])];
}

/** Returns how many texts have no words in the language. */
export function missingIn(texts: readonly Localized[], language: string): number {
  return texts.filter((text) => !text[language]).length;
}
