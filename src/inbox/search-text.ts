/**
 * Returns the text as the search compares it: in lower case, without accents, in Unicode's composed form, with white
 * space as single spaces. Additional letters of Latin alphabets are spelled out (`ß`, `ø`, `æ`).
 */
export function searchText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(letters, (letter) => spelledOut[letter] ?? letter)
    .replace(/\s+/gu, ' ');
}

// Only these marks are accents. Marks of Indian scripts and of Japanese are part of the letter.
const accents = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f\u0670]/gu;
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};
const letters = new RegExp(`[${Object.keys(spelledOut).join('')}]`, 'gu');

/** A character of Chinese, Japanese or Korean, where two characters can be a word. */
const dense = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}々ー]$/u;

const gramLength = 3;
const denseGramLength = 2;

/** Returns the distinct grams of a normalized text as 32-bit hashes. A collision adds a comparison, never a result. */
export function searchGrams(text: string): number[] {
  const grams = new Set<number>();
  for (const line of text.split('\n')) addGrams([...line], grams);
  return [...grams];
}

function addGrams(characters: readonly string[], grams: Set<number>): void {
  for (let at = 0; at < characters.length; at += 1) {
    const isPair = isDensePair(characters, at);
    if (isPair) grams.add(hashGram(characters, at, denseGramLength));
    // Pairs find three dense characters too. Their triples would be most of an index of Chinese.
    if (isPair && isDensePair(characters, at + 1)) continue;
    if (at + gramLength <= characters.length) grams.add(hashGram(characters, at, gramLength));
  }
}

function isDensePair(characters: readonly string[], at: number): boolean {
  return dense.test(characters[at] ?? '') && dense.test(characters[at + 1] ?? '');
}

/** Returns the FNV-1a hash of the code points as a signed 32-bit integer, like PostgreSQL's `int`. */
function hashGram(characters: readonly string[], at: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let index = at; index < at + length; index += 1) {
    hash = Math.imul(hash ^ (characters[index]?.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash | 0;
}

/** The low bits of an identifier's milliseconds. The bits above them are the number of its week. */
export const bucketBits = 29;

/**
 * Returns the week of a UUIDv7: its milliseconds divided by 2^29, which is about a week. Rows store their week among
 * their grams, so that the index finds the rows of a week that have a gram. Hardly any hash is in the range of weeks.
 */
export function searchBucket(id: string): number {
  const ms = Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16);
  return Math.floor(ms / 2 ** bucketBits);
}

/** A search text, prepared for the index and the comparison. */
export interface SearchTerm {
  /** The pattern for `like`. */
  readonly pattern: string;
  /** Every matching row has all of these. */
  readonly grams: readonly number[];
  /**
   * A few grams spread over the text. In a week they find few rows more than all do, and each adds a lookup per week.
   */
  readonly gramsPerWeekLookUp: readonly number[];
}

const mostGrams = 24;
const maxGramsPerWeekLookUp = 4;

/** Keyboards of computers write the first, those of phones and word processors the others. */
const apostrophe = /['‘’ʼ]/u;

/**
 * Returns null when the text is too short to search for.
 *
 * An apostrophe matches any one character, because there are several, and rows store the one that was written. The parts
 * beside it are looked up. A text whose parts are too short is looked up with its own apostrophe.
 */
export function searchTerm(query: string): SearchTerm | null {
  const text = searchText(query).trim();
  const parts = text.split(apostrophe);
  return termOf(parts, searchGrams(parts.join('\n'))) ?? termOf([text], searchGrams(text));
}

function termOf(parts: readonly string[], grams: readonly number[]): SearchTerm | null {
  if (grams.length === 0) return null;
  const some = grams.slice(0, mostGrams);
  const literal = parts.map((part) => part.replace(/[\\%_]/g, '\\$&'));
  return { pattern: `%${literal.join('_')}%`, grams: some, gramsPerWeekLookUp: spread(some) };
}

function spread(grams: readonly number[]): readonly number[] {
  const step = Math.max(1, (grams.length - 1) / (maxGramsPerWeekLookUp - 1));
  return grams.filter((_, index) => Math.round(Math.round(index / step) * step) === index);
}
