import { foldedText, shapeless } from '../../platform/language/folded-text.ts';
import { withShortMarkRuns } from '../../platform/language/mark-runs.ts';

const leastComparedBytes = 32;

/**
 * Returns the common form of texts that differ in case, spaces, marks, numbers at the ends, and characters that look
 * the same. Null for the few words that many write.
 */
export function comparedWords(message: string): string | null {
  const words = foldedText(message)
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^[\p{N} ]+|(?<![\p{N} ])[\p{N} ]+$/gu, '');
  return Buffer.byteLength(words) < leastComparedBytes ? null : words.replaceAll(' ', '');
}

// Of signs, an address has only some of ASCII. Behind other words an address begins anew: `https://a.example*https://b.example`.
const breaks =
  /(?:[^\p{L}\p{M}\p{N}!-~]|[,;|<>"'`()[\]{}])+|\.{2,}|(?<=[^/=?#])(?=https?:\/\/[^/])|(?<=[^\p{L}\p{N}/=?#])(?=(?:[a-z]+:\/\/|www\.)[^/])/iu;
const scheme = /[a-z]:\/\/[^/]/i;

// Without a scheme an address looks like a sentence without its space, so a path follows, or its ending is a known one that
// is no word (`is.it`), no unit (`30.cm`) and no kind of file (`ref.md`) in common use.
const country =
  'ae|ar|au|bg|br|ca|cc|ch|cn|co|cz|de|dk|ee|eu|fi|fr|gg|gr|hk|hu|io|ir|jp|kr|kz|lt|lv|ly|mx|ng|nl|nz|ph|pk|pl|pt|ro|rs|ru|sg|sk|th|tk|tr|tv|tw|ua|uk|us|vn|ws|za';
const ending = `(?:com?\\.[a-z]{2}|${country}|com|net|org|info|biz|shop|store|site|online|xyz|club|app|dev|рф)`;
const amount = String.raw`[\d.]+[a-z]{2}(?![\p{L}\p{N}.\-])`;
const path = String.raw`\p{L}[\p{L}\-\d]+(?:\/|[?#][\p{L}\p{N}])`;
const bareAddress = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?!${amount})(?:www\.[^.]|(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}\-]*\.)+(?:${ending}(?![a-z\d\-]|\.[a-z\d])|${path}))`,
  'u',
);

/** Counts addresses of web pages, with and without a scheme. One that is a part of another is not counted. */
export function linksIn(text: string): number {
  const words = withShortMarkRuns(text).replace(shapeless, '').normalize('NFKC').split(breaks);
  return words.reduce((count, word) => count + linksInWord(word), 0);
}

function linksInWord(word: string): number {
  if (scheme.test(word)) return 1;
  // The address of a mailbox.
  if (/^[^/?#]*@/.test(word)) return 0;
  const written = /\p{Ll}/u.test(word) ? word : word.toLowerCase();
  return written.split(/[*+~!\\^]+/).filter((part) => part.split(/[:=]/).some((it) => bareAddress.test(it))).length;
}
