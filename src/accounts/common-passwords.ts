import { readFileSync } from 'node:fs';

let passwords: ReadonlySet<string> | undefined;

/**
 * Whether the password, in lower case, is one of the most frequent leaked passwords of at least twelve characters.
 * Shorter passwords are rejected for their length, and repetitions by a rule.
 */
export function isCommonPassword(password: string): boolean {
  // The build finds the file by this form of URL.
  passwords ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  );
  return passwords.has(password);
}
