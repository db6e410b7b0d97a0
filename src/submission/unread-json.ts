import { JsonCopy } from './json-copy.ts';
import { hexCharacter, InvalidJsonError, skipJsonKey, skipJsonWhitespace } from './json-value.ts';

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const smallU = 0x75;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** What somebody reads of an object. */
export interface ReadKeys {
  /** Made of letters. */
  readonly all: readonly string[];
  /** Those whose value is a list of texts, none of them empty. */
  readonly lists: readonly string[];
  /** Of the items of a list that are anything else this many are read, from the first one on. */
  readonly maxWrongItems: number;
}

/**
 * A JSON text in UTF-8 without what nobody reads: of the outermost object the members that are not known, and all that
 * is inside of arrays and objects but for the lists' own items. It breaks the same rules as before, and takes little time
 * and memory to parse.
 * @throws {InvalidJsonError} when the text is no JSON.
 */
export function dropUnreadJson(text: Uint8Array, keys: ReadKeys): Uint8Array {
  const copy = new JsonCopy(text);
  const start = skipJsonWhitespace(text, 0);
  const end = text[start] === openBrace ? addMembers(copy, start, keys) : copy.addOutside(start);
  if (skipJsonWhitespace(text, end) !== text.length) throw new InvalidJsonError('There is more behind the value');
  return copy.toBytes();
}

function addMembers(copy: JsonCopy, at: number, { all, lists, maxWrongItems }: ReadKeys): number {
  const { text } = copy;
  return addItems(copy, at, closeBrace, (start) => {
    const value = skipJsonKey(text, start);
    const key = all.find((name) => isWritten(text, start, name));
    if (key === undefined) return copy.skip(value);
    copy.addText(start, value);
    const isList = lists.includes(key) && text[value] === openBracket;
    const end = isList ? addList(copy, value, maxWrongItems) : copy.addOutside(value);
    copy.add(comma);
    return end;
  });
}

function addList(copy: JsonCopy, at: number, maxWrongItems: number): number {
  const { text } = copy;
  let wrongItems = 0;
  return addItems(copy, at, closeBracket, (start) => {
    const isText = text[start] === quote && text[start + 1] !== quote;
    if (!isText && ++wrongItems > maxWrongItems) return copy.skip(start);
    const end = copy.addOutside(start);
    copy.add(comma);
    return end;
  });
}

/** @param add Adds the item that begins at `start`, or does not, and gives the offset behind it. */
function addItems(copy: JsonCopy, at: number, closer: number, add: (start: number) => number): number {
  const { text } = copy;
  copy.addText(at, at + 1);
  let end = skipJsonWhitespace(text, at + 1);
  if (text[end] !== closer) end = addSeparated(text, end, closer, add);
  copy.close(closer);
  return end + 1;
}

function addSeparated(text: Uint8Array, at: number, closer: number, add: (start: number) => number): number {
  for (let end = at; ; ) {
    end = skipJsonWhitespace(text, add(end));
    if (text[end] === closer) return end;
    if (text[end] !== comma) throw new InvalidJsonError('An item is not followed by another, nor by the end');
    end = skipJsonWhitespace(text, end + 1);
  }
}

/** Whether the key at `at` is this one, with escapes or without. Nothing is made of it, for there may be many. */
function isWritten(text: Uint8Array, at: number, key: string): boolean {
  let end = at + 1;
  for (let index = 0; index < key.length; index += 1) {
    const isEscape = text[end] === backslash && text[end + 1] === smallU;
    const character = isEscape ? hexCharacter(text, end + 2) : text[end];
    if (character !== key.charCodeAt(index)) return false;
    end += isEscape ? 6 : 1;
  }
  return text[end] === quote;
}
