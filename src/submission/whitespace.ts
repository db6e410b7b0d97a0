/** Returns the offset of the first character from `at` on that is neither SP nor HT, or the length when there is none. */
export function skipWhitespace(text: string, at: number): number {
  let end = at;
  while (isWhitespace(text.charCodeAt(end))) end++;
  return end;
}

/**
 * Removes the optional whitespace at both ends (RFC 9110 section 5.6.3). It is SP and HT only; `trim` removes all white
 * space of Unicode. Takes time linear in the length, which a regular expression for the end does not.
 */
export function trimWhitespace(text: string): string {
  const start = skipWhitespace(text, 0);
  let end = text.length;
  while (end > start && isWhitespace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isWhitespace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
