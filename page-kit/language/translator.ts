import type { CatalogueText } from '../../client/src/shapes.ts';
import { fillText, textForCount } from '../../src/platform/language/fill-text.ts';
import { lazily } from '../lazily.ts';
import { directionOf, type Messages } from './messages.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Texts and formats of one language. */
export interface Translator<Language extends string, Key extends string> {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** Tag of the language, with the reader's region where it is known. Numbers and times are formatted by it. */
  readonly region: string;
  /** Returns the message with its `{placeholders}` replaced. `count` selects the plural form. */
  text(key: Key, values?: Values): string;
  /** Returns a text of the catalogue, in English when the catalogue does not have the language. */
  ofCatalogue(text: CatalogueText): string;
  /** Formats bytes in kB, MB or GB of 1,024. Rounds up, so that a size over a limit is never shown as the limit. */
  size(bytes: number): string;
  percent(fraction: number): string;
  list(items: readonly string[]): string;
  time(date: Date): string;
}

const sizeUnits = [
  { bytes: 1024 * 1024 * 1024, unit: 'gigabyte', digits: 1 },
  { bytes: 1024 * 1024, unit: 'megabyte', digits: 1 },
  { bytes: 1024, unit: 'kilobyte', digits: 0 },
  { bytes: 0, unit: 'byte', digits: 0 },
] as const;

const rightToLeftLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Returns the text's tag for the language, with any region or script: `pt-BR` for `pt`. */
export function tagIn(text: Readonly<Record<string, string>>, language: string): string | undefined {
  const tags = Object.keys(text);
  return tags.find((tag) => tag === language) ?? tags.find((tag) => tag.startsWith(`${language}-`));
}

/** @param readers The reader's preferred tags. The first tag of the language sets the formats of numbers and times. */
export function createTranslator<Language extends string, Key extends string>(
  language: Language,
  messages: Messages<Key>,
  readers: readonly string[] = [],
): Translator<Language, Key> {
  const region = readers.find((tag) => tag.startsWith(`${language}-`)) ?? language;
  const direction = directionOf(language);
  // Creating a format takes milliseconds on a slow device, and most pages use few of them.
  const numbers = lazily(() => new Intl.NumberFormat(region, { maximumFractionDigits: 2 }));
  const percents = lazily(() => new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 0 }));
  const plurals = lazily(() => new Intl.PluralRules(language));
  const lists = lazily(() => new Intl.ListFormat(language, { type: 'conjunction' }));
  const times = lazily(() => new Intl.DateTimeFormat(region, { dateStyle: 'long', timeStyle: 'short' }));
  const sizes = sizeUnits.map(({ bytes, unit, digits }) => ({
    from: bytes,
    divisor: Math.max(bytes, 1),
    factor: 10 ** digits,
    format: lazily(() => {
      const unitDisplay = unit === 'byte' ? 'long' : 'short';
      return new Intl.NumberFormat(region, { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits });
    }),
  }));

  /** Isolates a value of another writing direction. Without that, adjacent punctuation appears on the wrong side. */
  function isolated(value: string): string {
    return direction === 'rtl' || rightToLeftLetters.test(value) ? `\u2068${value}\u2069` : value;
  }

  return {
    language,
    direction,
    region,
    text(key, values = {}) {
      const template = textForCount(messages[key], Number(values.count ?? 0), plurals);
      return fillText(template, values, (value) =>
        typeof value === 'number' ? numbers().format(value) : isolated(value),
      );
    },
    ofCatalogue: (text) => (typeof text === 'string' ? text : (text[tagIn(text, language) ?? 'en'] ?? text.en)),
    size(bytes) {
      const unit = sizes.find(({ from }) => bytes >= from);
      if (!unit) return '';
      return unit.format().format(Math.ceil((bytes / unit.divisor) * unit.factor) / unit.factor);
    },
    percent: (fraction) => percents().format(fraction),
    list: (items) => lists().format(items),
    time: (date) => times().format(date),
  };
}
