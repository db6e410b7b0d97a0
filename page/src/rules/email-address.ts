import { atomCharacters, labelCharacters } from '../../../src/platform/shapes/email-pattern.ts';
import type { MessageKey } from '../language/languages.ts';

/** U+200C and U+200D are part of some scripts' words. Elsewhere they are pasted by accident. */
const invisible = /(?![\u200c\u200d])[\p{DI}\p{Cf}]|(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])/gu;
const withName = /^[^<>]*<([^<>]*)>[\s,;.]*$/;

/** No address is longer, and the search for parts to remove takes time quadratic in the length. */
const longestCharacters = 1000;

/**
 * Returns the address if the text can mean only one: without invisible characters, `mailto:`, the name before
 * `<zoe@example.org>`, blanks at the ends and around the `@`, and punctuation at the end, and with the ASCII form of
 * characters that keyboards and programs replace (`＠`, `．`, `。`, `’`, `‑`).
 */
export function plainEmail(text: string): string {
  if (text.length > longestCharacters) return text.trim();
  const typed = text
    .replace(invisible, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll('\ufe6b', '@')
    .replace(/[\u3002\uff61]/g, '.')
    .replaceAll('\u2019', "'")
    .replace(/[\u2010\u2011]/g, '-')
    .replace(withName, '$1')
    .trim();
  const address = withoutScheme(typed).replace(/\s*@\s*/g, '@');
  return (address.includes('@') ? address.replace(/[\s.,;:]+$/, '') : address).trim();
}

function withoutScheme(text: string): string {
  const [, address] = /^mailto:([^?]*)/i.exec(text) ?? [];
  if (address === undefined) return text;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

interface EmailFault {
  readonly key: MessageKey;
  /** The character that cannot be there, when it is the fault. */
  readonly character?: string;
}

/** Returns the fault of an address that the rules refuse. */
export function emailFault(address: string): EmailFault {
  const [local = '', domain, ...rest] = address.split('@');
  if (domain === undefined) return { key: 'errorEmailNoAt' };
  if (rest.length > 0) return { key: 'errorEmailManyAts' };
  if (/\s/.test(address)) return { key: 'errorEmailBlank' };
  const character = firstOther(atomCharacters, local) ?? firstOther(labelCharacters, domain);
  if (character !== undefined) return { key: 'errorEmailCharacter', character: visible(character) };
  if (local === '' || domain === '') return { key: 'errorEmail' };
  if (local.split('.').includes('')) return { key: 'errorEmailDots' };
  return { key: 'errorEmailDomain' };
}

/** Returns the first character that is neither a dot nor one of these. */
function firstOther(characters: string, text: string): string | undefined {
  return new RegExp(`[^${characters}.]`, 'u').exec(text)?.[0];
}

function visible(character: string): string {
  if (!/\p{C}/u.test(character)) return character;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
