import type { CatalogueText } from '../../client/src/catalogue.ts';
import { directionOf, type Message, type Messages } from './messages.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Everything that a language decides. */
export interface Translator<Language extends string, Key extends string> {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** How the reader's region writes numbers and times. */
  readonly region: string;
  /** The message with its `{names}` filled in; `count` chooses the plural. */
  text(key: Key, values?: Values): string;
  /** A text of the catalogue, in English when it lacks the language. */
  ofCatalogue(text: CatalogueText): string;
  /** A size in kB or MB as people's systems count them, by 1,024. One that is over a limit is never rounded down to it. */
  size(bytes: number): string;
  percent(fraction: number): string;
  list(items: readonly string[]): string;
  time(date: Date): string;
}

const sizeUnits = [
  { bytes: 1024 * 1024, unit: 'megabyte', digits: 1 },
  { bytes: 1024, unit: 'kilobyte', digits: 0 },
  { bytes: 0, unit: 'byte', digits: 0 },
] as const;

const rightToLeftLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The tag of a catalogue's text that is of the language, whatever its region or script: `pt-BR` for `pt`. */
export function tagIn(text: Readonly<Record<string, string>>, language: string): string | undefined {
  return (
    Object.keys(text).find((tag) => tag === language) ?? Object.keys(text).find((tag) => tag.startsWith(`${language}-`))
  );
}

/** @param readers The reader's own tags: numbers and times are written as in the first that is of the language. */
export function createTranslator<Language extends string, Key extends string>(
  language: Language,
  messages: Messages<Key>,
  readers: readonly string[] = [],
): Translator<Language, Key> {
  const region = readers.find((tag) => tag.startsWith(`${language}-`)) ?? language;
  const numbers = new Intl.NumberFormat(region, { maximumFractionDigits: 2 });
  const percents = new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 0 });
  const plurals = new Intl.PluralRules(language);
  const lists = new Intl.ListFormat(language, { type: 'conjunction' });
  const direction = directionOf(language);
  const sizes = sizeUnits.map(({ bytes, unit, digits }) => {
    const unitDisplay = unit === 'byte' ? 'long' : 'short';
    const format = new Intl.NumberFormat(region, { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits });
    return {
      bytes: Math.max(bytes, 1),
      from: bytes,
      write: (count: number) => format.format(Math.ceil(count * 10 ** digits) / 10 ** digits),
    };
  });
  const times = new Intl.DateTimeFormat(region, { dateStyle: 'long', timeStyle: 'short' });

  function pluralOf(message: Message, count: number): string {
    if (typeof message === 'string') return message;
    return message[plurals.select(count)] ?? message.other;
  }

  /** Keeps a name apart that is written in the other direction: its full stops would change places with ours. */
  function isolated(value: string): string {
    return direction === 'rtl' || rightToLeftLetters.test(value) ? `\u2068${value}\u2069` : value;
  }

  return {
    language,
    direction,
    region,
    text(key, values = {}) {
      const template = pluralOf(messages[key], Number(values.count ?? 0));
      return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name];
        return typeof value === 'number' ? numbers.format(value) : isolated(value ?? '');
      });
    },
    ofCatalogue: (text) => (typeof text === 'string' ? text : (text[tagIn(text, language) ?? 'en'] ?? text.en)),
    size(bytes) {
      const unit = sizes.find(({ from }) => bytes >= from);
      return unit ? unit.write(bytes / unit.bytes) : '';
    },
    percent: (fraction) => percents.format(fraction),
    list: (items) => lists.format(items),
    time: (date) => times.format(date),
  };
}
