/** The supported languages for customers, each by its own name, in the order of the language menu. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
  pt: 'Português',
  ar: 'العربية',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
} as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as readonly Language[];

const rightToLeft: readonly Language[] = ['ar'];

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return rightToLeft.includes(language) ? 'rtl' : 'ltr';
}

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languageNames, tag);
}

/** Returns the language of a tag (BCP 47) without region and script, or null when it is not supported. */
export function languageOf(tag: string): Language | null {
  const [language = ''] = tag.toLowerCase().split('-', 1);
  return isLanguage(language) ? language : null;
}

/** Returns the text in this language, with any region or script (`pt-BR` for `pt`), else the English text. */
export function textIn(texts: Readonly<Record<string, string>>, language: Language): string {
  const tag = Object.keys(texts).find((one) => one === language || one.startsWith(`${language}-`));
  return texts[language] ?? texts[tag ?? 'en'] ?? '';
}
