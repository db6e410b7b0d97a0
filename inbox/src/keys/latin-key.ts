/**
 * Returns the key of a press. Where the keyboard writes another alphabet, it is the Latin letter, or the slash, that
 * stands at the same position of a US keyboard.
 */
export function latinKeyOf({ key, code = '' }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  // Thai and Devanagari have keys of marks, and Arabic one of two letters.
  const isOtherLetter = /^[\p{L}\p{M}]+$/u.test(key) && !/[\p{Script=Latin}]/u.test(key);
  // Keyboards for Russian, Hebrew and others write a full stop there.
  if (code === 'Slash' && (isOtherLetter || key === '.')) return '/';
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return isOtherLetter && letter !== undefined ? letter.toLowerCase() : key;
}
