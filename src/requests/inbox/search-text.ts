import { foldedText } from '../../platform/language/folded-text.ts';

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
  const text = foldedText(query).trim();
  const grams = searchGrams(text).slice(0, mostGrams);
  if (grams.length === 0) return null;
  return { pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%`, grams };
}
