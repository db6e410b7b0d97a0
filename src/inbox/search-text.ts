/**
 * Text as the search compares it: without case and accents, in Unicode's composed form, white space as single
 * spaces. What the Latin alphabet writes as letters of their own is spelled out (`ß`, `ø`, `æ`).
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

// Not every mark: those of Indian scripts and of Japanese are part of the letter.
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

/** Characters of Chinese, Japanese and Korean, of which two are a word. */
const dense = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}々ー]$/u;

const gramLength = 3;
const denseGramLength = 2;

/** The grams of a normalized text: hashes of 32 bits, each once. A collision costs a comparison more, never a result. */
export function searchGrams(text: string): number[] {
  const grams = new Set<number>();
  for (const line of text.split('\n')) addGrams([...line], grams);
  return [...grams];
}

function addGrams(characters: readonly string[], grams: Set<number>): void {
  for (let at = 0; at < characters.length; at += 1) {
    const isPair = isDensePair(characters, at);
    if (isPair) grams.add(hashGram(characters, at, denseGramLength));
    // Pairs alone find three dense characters: their threes would be most of an index of Chinese.
    if (isPair && isDensePair(characters, at + 1)) continue;
    if (at + gramLength <= characters.length) grams.add(hashGram(characters, at, gramLength));
  }
}

function isDensePair(characters: readonly string[], at: number): boolean {
  return dense.test(characters[at] ?? '') && dense.test(characters[at + 1] ?? '');
}

/** FNV-1a over the code points, as a signed integer of PostgreSQL. */
function hashGram(characters: readonly string[], at: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let index = at; index < at + length; index += 1) {
    hash = Math.imul(hash ^ (characters[index]?.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash | 0;
}

/** Of the milliseconds of an identifier, below the number of its week. */
export const bucketBits = 29;

/**
 * About the week that the identifier, a UUIDv7, is of: its milliseconds by 2^29. Stands among the grams, whose hashes are
 * nearly all larger, so that the index finds the rows of a week that have a gram.
 */
export function searchBucket(id: string): number {
  const ms = Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16);
  return Math.floor(ms / 2 ** bucketBits);
}

/** What a search asks for. */
export interface SearchTerm {
  /** For `like`. */
  readonly pattern: string;
  /** Every row that matches has all of these. */
  readonly grams: readonly number[];
  /** A few from all over it: in a week they find nearly what all find, and each costs every week a look. */
  readonly weekGrams: readonly number[];
}

const mostGrams = 24;
const mostWeekGrams = 4;

/** Null for what is too short to search for. */
export function searchTerm(query: string): SearchTerm | null {
  const text = searchText(query).trim();
  const grams = searchGrams(text);
  if (grams.length === 0) return null;
  const some = grams.slice(0, mostGrams);
  return { pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%`, grams: some, weekGrams: spread(some) };
}

function spread(grams: readonly number[]): readonly number[] {
  const step = Math.max(1, (grams.length - 1) / (mostWeekGrams - 1));
  return grams.filter((_, index) => Math.round(Math.round(index / step) * step) === index);
}
