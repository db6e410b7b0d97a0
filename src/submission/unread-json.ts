import { InvalidJsonError, skipJsonKey, skipJsonString, skipJsonValue, skipJsonWhitespace } from './json-value.ts';

const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const zero = 0x30;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The keys of an object that somebody reads. */
export interface ReadKeys {
  readonly all: ReadonlySet<string>;
  /** Those whose value is a list of texts. */
  readonly lists: ReadonlySet<string>;
}

/**
 * A JSON text in UTF-8 with what nobody reads overwritten by spaces: of the outermost object the keys that are not
 * known, and all that is inside of arrays and objects but for the lists' own items. It breaks the same rules as before,
 * and takes little time and memory to parse.
 * @throws {InvalidJsonError} when the text is no JSON.
 */
export function blankUnreadJson(text: Uint8Array, keys: ReadKeys): Uint8Array {
  const bytes = Buffer.from(text);
  const start = skipJsonWhitespace(bytes, 0);
  const end = bytes[start] === openBrace ? blankMembers(bytes, start, keys) : blankInside(bytes, start);
  if (skipJsonWhitespace(bytes, end) !== bytes.length) throw new InvalidJsonError('There is more behind the value');
  return bytes;
}

function blankMembers(bytes: Buffer, at: number, keys: ReadKeys): number {
  return eachItem(bytes, at, closeBrace, (start) => {
    const keyEnd = skipJsonString(bytes, start);
    const key = readKey(bytes, start, keyEnd);
    if (!keys.all.has(key)) emptyKey(bytes, start, keyEnd);
    const value = skipJsonKey(bytes, start);
    return keys.lists.has(key) && bytes[value] === openBracket ? blankItems(bytes, value) : blankInside(bytes, value);
  });
}

function blankItems(bytes: Buffer, at: number): number {
  return eachItem(bytes, at, closeBracket, (start) => blankInside(bytes, start));
}

/** @param skip From the beginning of an item to behind it. */
function eachItem(bytes: Buffer, at: number, closer: number, skip: (start: number) => number): number {
  let end = skipJsonWhitespace(bytes, at + 1);
  if (bytes[end] === closer) return end + 1;
  for (;;) {
    end = skipJsonWhitespace(bytes, skip(end));
    if (bytes[end] === closer) return end + 1;
    if (bytes[end] !== comma) throw new InvalidJsonError('An item is not followed by another, nor by the end');
    end = skipJsonWhitespace(bytes, end + 1);
  }
}

/** An array keeps one item if it had any, for a rule may tell it from an empty one. */
function blankInside(bytes: Buffer, at: number): number {
  const end = skipJsonValue(bytes, at);
  if (bytes[at] !== openBracket && bytes[at] !== openBrace) return end;
  const isEmpty = skipJsonWhitespace(bytes, at + 1) === end - 1;
  blank(bytes, at + 1, end - 1);
  if (bytes[at] === openBracket && !isEmpty) bytes[at + 1] = zero;
  return end;
}

/** A known key may be written with escapes; it is ASCII, so that nothing else can be taken for it. */
function readKey(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('latin1', start, end);
  return text.includes('\\') ? JSON.parse(text) : text.slice(1, -1);
}

function emptyKey(bytes: Buffer, start: number, end: number): void {
  bytes[start + 1] = quote;
  blank(bytes, start + 2, end);
}

/** The pieces are many and short: filling each by a call of the runtime takes longer. */
function blank(bytes: Buffer, start: number, end: number): void {
  for (let at = start; at < end; at += 1) bytes[at] = space;
}
