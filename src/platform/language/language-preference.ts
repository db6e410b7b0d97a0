import { type Language, languageOf } from './languages.ts';

/** The language preferences of a reader. */
export interface LanguagePreference {
  readonly language: Language;
  /** Locale of that language, for numbers and times: `pt-BR` where the language alone would be `pt`. */
  readonly locale: string;
}

/** Tags that every `Intl` accepts: a language with at most a script and a region. */
const localePattern = /^[a-z]{2}(-[a-z]{4})?(-[a-z]{2}|-\d{3})?$/i;

/** No real client sends a longer list. */
const maxTags = 20;

/**
 * Returns the reader for an `Accept-Language` (RFC 9110 section 12.5.4): the most wanted supported language, else
 * English. A chosen language goes first.
 */
export function languagePreferenceOf(
  acceptLanguage: string | undefined,
  chosen: string | undefined,
): LanguagePreference {
  const wanted = tagsOf(acceptLanguage ?? '');
  const chosenLanguage = chosen === undefined ? null : languageOf(chosen);
  const language = chosenLanguage ?? wanted.map(languageOf).find((one) => one !== null) ?? 'en';
  const locale = wanted.find((tag) => languageOf(tag) === language && localePattern.test(tag));
  return { language, locale: locale ?? language };
}

/** Returns the tags by descending weight. Tags of equal weight keep their order. */
function tagsOf(header: string): readonly string[] {
  return header
    .split(',', maxTags)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
