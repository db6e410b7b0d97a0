const mark = '…';

/** Returns the first characters of a text. Cuts between code points, so that no surrogate pair is split. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const points = Array.from(text.slice(0, 2 * limit + 1));
  return points.length <= limit && text.length <= 2 * limit ? text : points.slice(0, limit).join('') + mark;
}

/** Returns the text as one line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
