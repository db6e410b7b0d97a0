import { withShortMarkRuns } from '../../platform/language/mark-runs.ts';

/** Counts the changes of what search rows hold. Upkeep makes the rows of earlier forms anew. */
export const searchForm = 2;

/**
 * Returns the text as the search compares it: in lower case, without accents and characters that have no shape, in
 * Unicode's composed form, with white space as single spaces. Characters that look the same become one of them, and
 * additional letters of Latin alphabets are spelled out (`ß`, `ø`, `æ`).
 */
export function searchText(text: string): string {
  return withShortMarkRuns(text)
    .replace(apostrophes, "'")
    .normalize('NFKD')
    .replace(accents, '')
    .replace(shapeless, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(folded, (character) => foldings.get(character) ?? character)
    .replace(/[\s\u0085\u2800]+/gu, ' ');
}

/** Before the decomposition, which would make a blank and an accent of `´`. */
const apostrophes = /[‘’‛ʹʻʼʽ′`´]/gu;

// Only these marks are accents. Marks of Indian scripts and of Japanese are part of the letter.
const accents = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f\u0670]/gu;

/** Soft hyphens, joiners, directions, selectors and fillers; control characters; annotations; Arabic and NKo tatweel. */
export const shapeless = /\p{Default_Ignorable_Code_Point}|(?![\t-\r\u0085])\p{Cc}|[\ufff9-\ufffb\u0640\u07fa]/gu;

/** Each text, and what it replaces character by character. */
const foldings = new Map<string, string>();
const folds: readonly (readonly [by: string, characters: string])[] = [
  ['ss', 'ß'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['th', 'þ'],
  ['σ', 'ς'],
  // Cyrillic and Greek letters with the shape of a Latin one, beside other forms of the Latin one.
  ['a', 'а'],
  ['c', 'с'],
  ['d', 'đðԁ'],
  ['e', 'е'],
  ['h', 'һ'],
  ['i', 'ıі'],
  ['j', 'јϳ'],
  ['l', 'łӏ'],
  ['o', 'øоο'],
  ['p', 'р'],
  ['q', 'ԛ'],
  ['s', 'ѕ'],
  ['w', 'ԝ'],
  ['x', 'х'],
  ['y', 'у'],
  // Persian and Arabic keyboards have different letters of one shape.
  ['ي', 'یى'],
  ['ك', 'ک'],
  ['ه', 'ہە'],
  ['-', '‐‑‒–—―−'],
  ['"', '“”„‟″〝〞'],
];
for (const [by, characters] of folds) for (const character of characters) foldings.set(character, by);
for (let digit = 0; digit <= 9; digit += 1) {
  for (const zero of [0x0660, 0x06f0]) foldings.set(String.fromCodePoint(zero + digit), String(digit));
}
const folded = new RegExp(`[${[...foldings.keys()].join('')}]`, 'gu');

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
export function hashGram(characters: readonly string[], at: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let index = at; index < at + length; index += 1) {
    hash = Math.imul(hash ^ (characters[index]?.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash | 0;
}

/** A search text, prepared for the index and the comparison. */
export interface SearchTerm {
  /** The pattern for `like`. */
  readonly pattern: string;
  /** Every matching row has all of these. */
  readonly grams: readonly number[];
}

const mostGrams = 24;

/** Returns null when the text is too short to search for. */
export function searchTerm(query: string): SearchTerm | null {
  const text = searchText(query).trim();
  const grams = searchGrams(text).slice(0, mostGrams);
  if (grams.length === 0) return null;
  return { pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%`, grams };
}
