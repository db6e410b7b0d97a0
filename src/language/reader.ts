import { type Language, languageOf } from './languages.ts';

/** How somebody reads. */
export interface Reader {
  readonly language: Language;
  /** Of that language, for numbers and times: `pt-BR` where the language alone would be `pt`. */
  readonly locale: string;
}

/** Tags that every `Intl` takes: a language, a script and a region at most. */
const localePattern = /^[a-z]{2}(-[a-z]{4})?(-[a-z]{2}|-\d{3})?$/i;

/** Longer lists are nobody's. */
const maxTags = 20;

/**
 * What an `Accept-Language` asks for (RFC 9110 section 12.5.4): of our languages the one that is wanted most, else English.
 * A language that was chosen comes first.
 */
export function readerOf(acceptLanguage: string | undefined, chosen: string | undefined): Reader {
  const wanted = tagsOf(acceptLanguage ?? '');
  const chosenLanguage = chosen === undefined ? null : languageOf(chosen);
  const language = chosenLanguage ?? wanted.map(languageOf).find((one) => one !== null) ?? 'en';
  const locale = wanted.find((tag) => languageOf(tag) === language && localePattern.test(tag));
  return { language, locale: locale ?? language };
}

/** The most wanted first; of equals the one that stands first. */
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
