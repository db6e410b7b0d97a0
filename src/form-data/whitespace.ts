const space = 0x20;
const tab = 0x09;

/** The offset of the first character from `at` on that is neither SP nor HT; the length when there is none. */
export function skipWhitespace(text: string, at: number): number {
  let end = at;
  while (isWhitespace(text.charCodeAt(end))) end++;
  return end;
}

/** Without the OWS at both ends (RFC 9110 section 5.6.3): SP and HT only, where `trim` takes all of Unicode's. */
export function trimWhitespace(text: string): string {
  const start = skipWhitespace(text, 0);
  let end = text.length;
  while (end > start && isWhitespace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isWhitespace(code: number): boolean {
  return code === space || code === tab;
}
