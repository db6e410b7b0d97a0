/** Control characters and other ones without a shape. The two joiners are spelling, in Persian, Hindi and emoji. */
const unprintable = /(?![\u200c\u200d])\p{C}/gu;

/** Replaces the control characters of foreign text, which would move a terminal's cursor or worse. Keeps line feeds. */
export function printable(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(printableLine)
    .join('\n');
}

/** As `printable`, and replaces line feeds too. */
export function printableLine(text: string): string {
  return text.replace(unprintable, '\ufffd');
}
