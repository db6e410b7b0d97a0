import { readFileSync } from 'node:fs';
import { emailKey } from './email-address.ts';

type PasswordFault = 'too-short' | 'too-long' | 'too-common';

const minPasswordCharacters = 12;
const maxPasswordCharacters = 256;

/** Returns the fault of a new password, or null when it is acceptable. Characters are code points. */
export function passwordFault(password: string, email: string): PasswordFault | null {
  const characters = [...password].length;
  if (characters < minPasswordCharacters) return 'too-short';
  if (characters > maxPasswordCharacters) return 'too-long';
  return isCommon(password.toLowerCase(), emailKey(email)) ? 'too-common' : null;
}

function isCommon(password: string, email: string): boolean {
  if (password === email || isCommonPassword(password)) return true;
  if (password.length > longestRepetition) return false;
  const [name = ''] = email.split('@');
  return isRepetition(password) || (name !== '' && isRepetitionOf(password, name));
}

const longestUnit = 6;
/** Maximum characters of a rejected repetition. How often a piece repeats in a longer password is hard to guess. */
const longestRepetition = 32;

/** Whether the text repeats a short piece: `aaaaaaaaaaaa`, `abcabcabcabc`. `passwordpassword` is in the list. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= longestUnit; length += 1) {
    if (isRepetitionOf(text, text.slice(0, length))) return true;
  }
  return false;
}

function isRepetitionOf(text: string, unit: string): boolean {
  return unit.repeat(Math.ceil(text.length / unit.length)).slice(0, text.length) === text;
}

let passwords: ReadonlySet<string> | undefined;

/**
 * Whether the password, in lower case, is one of the most frequent leaked passwords of at least twelve characters.
 * Shorter passwords are rejected for their length, and repetitions by a rule.
 */
function isCommonPassword(password: string): boolean {
  // The build finds the file by this form of URL.
  passwords ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  );
  return passwords.has(password);
}
