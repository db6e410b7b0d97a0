/** The halfwidth sound marks of Japanese become marks when a text is decomposed. */
const longRun = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Returns a text for `normalize` with at most 30 marks in a row, as the Stream-Safe Text Format has (UAX #15): normalization
 * sorts them in time quadratic in their number, and no writing has as many.
 */
export function withShortMarkRuns(text: string): string {
  return text.replace(longRun, '$1');
}

/**
 * Returns the text as texts are compared: in lower case, without accents and characters that have no shape, in
 * Unicode's composed form, with white space as single spaces. Characters that look the same become one of them, and
 * additional letters of Latin alphabets are spelled out (`ß`, `ø`, `æ`).
 */
export function foldedText(text: string): string {
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

/** Each text, and the characters that it stands for. */
const foldings = new Map<string, string>();
const folds: readonly (readonly [by: string, characters: string])[] = [
  ['ss', 'ß'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['th', 'þ'],
  ['σ', 'ς'],
  // Cyrillic and Greek letters with the shape of a Latin one, beside Latin ones with strokes and hooks, which Unicode does
  // not decompose.
  ['a', 'аⱥ'],
  ['b', 'ƀɓƃ'],
  ['c', 'сȼƈ'],
  ['d', 'đðԁɖɗƌ'],
  ['e', 'еɇəǝɛ'],
  ['f', 'ƒ'],
  ['g', 'ǥɠ'],
  ['h', 'һħⱨ'],
  ['i', 'ıіɨ'],
  ['j', 'јϳɉ'],
  ['k', 'ĸƙⱪ'],
  ['l', 'łӏƚɫⱡ'],
  ['n', 'ŋɲƞ'],
  ['o', 'øоοɔɵ'],
  ['p', 'рᵽƥ'],
  ['q', 'ԛɋ'],
  ['r', 'ɍɽ'],
  ['s', 'ѕȿ'],
  ['t', 'ŧⱦƭʈ'],
  ['u', 'ʉ'],
  ['v', 'ʋ'],
  ['w', 'ԝⱳ'],
  ['x', 'х'],
  ['y', 'уɏƴ'],
  ['z', 'ƶʒȥⱬ'],
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
