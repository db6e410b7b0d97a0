/** Returns a generator of numbers from 0 to 1 that are the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Words of one script, the most frequent first. */
interface Vocabulary {
  /** The share of all texts. */
  readonly share: number;
  readonly words: readonly string[];
  readonly separator: string;
}

const vocabularyWords = 4000;
const latin = 'a e i o u ä é er en an st ch th ing ion ar le re de la ma no ri so ti ve'.split(' ');

const vocabularies: readonly Vocabulary[] = [
  { share: 0.6, words: wordsOf(latin, 1, 4, 1), separator: ' ' },
  { share: 0.12, words: wordsOf([...rangeOf(0x3041, 83), ...rangeOf(0x4e00, 900)], 1, 3, 2), separator: '' },
  { share: 0.08, words: wordsOf(rangeOf(0x4e00, 2500), 1, 2, 3), separator: '' },
  { share: 0.06, words: wordsOf(rangeOf(0xac00, 1500), 1, 4, 4), separator: ' ' },
  { share: 0.08, words: wordsOf(rangeOf(0x430, 32), 2, 9, 5), separator: ' ' },
  { share: 0.03, words: wordsOf(rangeOf(0x3b1, 25), 2, 9, 6), separator: ' ' },
  { share: 0.03, words: wordsOf(rangeOf(0x627, 36), 2, 7, 7), separator: ' ' },
];

/**
 * Returns text that resembles human text for a search index. A few words make up most of it. It is in one of seven
 * scripts. It is mostly short and sometimes has several thousand characters. It has about 90 words on average.
 */
export function writtenText(random: () => number): string {
  const vocabulary = pickVocabulary(random());
  const count = 8 + Math.floor(400 * random() ** 4);
  return Array.from({ length: count }, () => frequentFirst(vocabulary.words, random)).join(vocabulary.separator);
}

export function writtenName(random: () => number): string {
  const { words } = pickVocabulary(random());
  return `${words[Math.floor(random() * words.length)]} ${words[Math.floor(random() * words.length)]}`;
}

function frequentFirst(words: readonly string[], random: () => number): string {
  return words[Math.floor(words.length * random() ** 3)] ?? '';
}

function pickVocabulary(chance: number): Vocabulary {
  let from = 0;
  for (const vocabulary of vocabularies) {
    from += vocabulary.share;
    if (chance < from) return vocabulary;
  }
  return vocabularies[0] as Vocabulary;
}

function wordsOf(parts: readonly string[], least: number, most: number, seed: number): string[] {
  const random = createRandom(seed);
  const part = () => parts[Math.floor(random() * parts.length)] ?? '';
  const word = () => Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, part).join('');
  return Array.from({ length: vocabularyWords }, word);
}

function rangeOf(first: number, length: number): string[] {
  return Array.from({ length }, (_, index) => String.fromCodePoint(first + index));
}
