const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const colon = 0x3a;

/** What a JSON text would cost a parser. */
interface JsonMeasure {
  /** How many members its objects have together, repeated names counted again. */
  readonly members: number;
  /** False when more arrays and objects begin than end. Such a text is no JSON. */
  readonly isClosed: boolean;
}

/** Counts colons and brackets outside of strings in a JSON text (UTF-8). Takes any bytes, in linear time. */
export function measureJson(text: Uint8Array): JsonMeasure {
  let members = 0;
  let starts = 0;
  let ends = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) isString = !isString;
    else if (byte === backslash) at += 1;
    else if (isString) continue;
    else if (byte === colon) members += 1;
    else if (byte === openBrace || byte === openBracket) starts += 1;
    else if (byte === closeBrace || byte === closeBracket) ends += 1;
  }
  return { members, isClosed: starts <= ends };
}
