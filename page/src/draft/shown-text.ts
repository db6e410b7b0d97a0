/** Returns a text without the characters that no field shows, and that the service does not store in part. */
export function shownText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, '');
}

/** Returns a text as a field of one line shows it. */
export function inOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
