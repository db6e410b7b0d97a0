import type { Message } from '../../src/platform/language/fill-text.ts';

export type Messages<Key extends string> = Readonly<Record<Key, Message>>;

const rightToLeft = ['ar', 'fa', 'he', 'ur'];

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(language) ? 'rtl' : 'ltr';
}

/**
 * Returns the first wanted language that has messages, else English. Ignores region and script (RFC 4647 section 3.4).
 */
export function chooseLanguage<Language extends string>(
  wanted: readonly string[],
  names: Readonly<Record<Language | 'en', string>>,
): Language | 'en' {
  const isLanguage = (tag: string): tag is Language => Object.hasOwn(names, tag);
  return wanted.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '').find(isLanguage) ?? 'en';
}
