/** Returns the offset of the first character from `at` on that is neither SP nor HT, else the text's length. */
export function skipWhitespace(text: string, at: number): number {
  let end = at;
  while (isWhitespace(text.charCodeAt(end))) end++;
  return end;
}

/**
 * Removes optional whitespace, SP and HT, at both ends (RFC 9110 section 5.6.3). `trim` would remove all Unicode white
 * space. Takes time linear in the length. A regular expression that matches the end would not.
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
