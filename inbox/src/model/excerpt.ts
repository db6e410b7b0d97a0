import { rightToLeft } from '../language/shown-name.ts';

/** A message may have many blank lines. */
const maxScanned = 2000;

/** Returns the beginning of a message in one line, of at most `maxCharacters`. */
export function excerptOf(message: string, maxCharacters: number): string {
  const line = message.trimStart().slice(0, maxScanned).replaceAll(/\s+/gu, ' ').trimEnd();
  return [...line].slice(0, maxCharacters).join('');
}

/** Returns true for a text whose first letter is of a script from right to left. The build knows no `:dir()`. */
export const beginsAtRight = (text: string): boolean => rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '');
