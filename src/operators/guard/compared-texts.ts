import { foldedText, shapeless } from '../../platform/language/folded-text.ts';
import { withShortMarkRuns } from '../../platform/language/mark-runs.ts';

const leastComparedBytes = 32;

/**
 * Returns what two texts have in common that differ in case, spaces, marks, numbers at the ends, and characters that look
 * the same. Null for the few words that many write.
 */
export function comparedWords(message: string): string | null {
  const words = foldedText(message)
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^[\p{N} ]+|(?<![\p{N} ])[\p{N} ]+$/gu, '');
  return Buffer.byteLength(words) < leastComparedBytes ? null : words.replaceAll(' ', '');
}

const breaks = /[\s\u2800,;|<>"'`()[\]{}、。،]+/u;
const scheme = /[a-z]:\/\/[^/]/i;

// Without a scheme an address looks like a sentence without its space, so its ending is a known one, or a path follows.
// `ai` and `ps` end names of drawings.
const ending = '(?:(?!ai|ps)[a-z]{2}|com|net|org|info|biz|shop|store|site|online|xyz|top|club|live|app|dev|art|рф)';
const bareAddress = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:www\.[^.]|(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}\-]*\.)+(?:${ending}(?![a-z\d\-]|\.[a-z\d])|[\p{L}\-\d]{2,}[/?#]))`,
  'u',
);

/** Counts addresses of web pages, with and without a scheme. One that is a part of another is not counted. */
export function linksIn(text: string): number {
  return withShortMarkRuns(text).replace(shapeless, '').normalize('NFKC').split(breaks).filter(isLink).length;
}

function isLink(word: string): boolean {
  if (scheme.test(word)) return true;
  // The address of a mailbox.
  if (/^[^/]*@/.test(word)) return false;
  const written = /\p{Ll}/u.test(word) ? word : word.toLowerCase();
  return written.split(/[:=]/).some((part) => bareAddress.test(part));
}
