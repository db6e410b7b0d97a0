import type { CatalogueText } from '../../../client/src/catalogue.ts';
import { type Language, type Message, type MessageKey, messages } from './languages.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Everything that a language decides. */
export interface Translator {
  readonly language: Language;
  /** The message with its `{names}` filled in; `count` chooses the plural. */
  text(key: MessageKey, values?: Values): string;
  /** A text of the catalogue, in English when it lacks the language. */
  ofCatalogue(text: CatalogueText): string;
  /** A size in KiB or MiB. One that is over a limit is never rounded down to it. */
  size(bytes: number): string;
  percent(fraction: number): string;
  list(items: readonly string[]): string;
  time(date: Date): string;
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** @param readers The reader's own tags: numbers and times are written as in the first that is of the language. */
export function createTranslator(language: Language, readers: readonly string[] = []): Translator {
  const region = readers.find((tag) => tag.startsWith(`${language}-`)) ?? language;
  const numbers = new Intl.NumberFormat(region, { maximumFractionDigits: 2 });
  const percents = new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 0 });
  const plurals = new Intl.PluralRules(language);
  const lists = new Intl.ListFormat(language, { type: 'conjunction' });
  const times = new Intl.DateTimeFormat(region, { dateStyle: 'long', timeStyle: 'short' });

  function pluralOf(message: Message, count: number): string {
    if (typeof message === 'string') return message;
    const category = plurals.select(count);
    return (category === 'one' || category === 'many' ? message[category] : undefined) ?? message.other;
  }

  return {
    language,
    text(key, values = {}) {
      const template = pluralOf(messages[language][key], Number(values.count ?? 0));
      return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name];
        return typeof value === 'number' ? numbers.format(value) : (value ?? '');
      });
    },
    ofCatalogue: (text) => (typeof text === 'string' ? text : (text[language] ?? text.en)),
    size(bytes) {
      if (bytes < kibibyte) return `${numbers.format(bytes)} B`;
      const [unit, name] = bytes < mebibyte ? [kibibyte, 'KiB'] : [mebibyte, 'MiB'];
      const digits = bytes < mebibyte ? 0 : 1;
      return `${numbers.format(Math.ceil((bytes / unit) * 10 ** digits) / 10 ** digits)} ${name}`;
    },
    percent: (fraction) => percents.format(fraction),
    list: (items) => lists.format(items),
    time: (date) => times.format(date),
  };
}
