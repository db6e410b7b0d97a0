const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const colon = 0x3a;

/** The cost of a JSON text for a parser. */
interface JsonMeasure {
  /** The number of members in all objects together. Repeated names count each time. */
  readonly members: number;
  /** False when the text opens more arrays and objects than it closes. Such a text is not JSON. */
  readonly isClosed: boolean;
}

/** Counts colons and brackets outside of strings in a JSON text (UTF-8). Accepts any bytes and takes linear time. */
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
