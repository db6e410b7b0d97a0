import { describe, expect, it } from 'vitest';
import { labelForm, labelText } from './label-text.ts';

describe('a label', () => {
  it.each([
    ['in two characters', 'Cafe\u0301'],
    ['with a zero-width space', 'Ca\u200bfé'],
    ['with a joiner', 'Ca\u200dfé'],
    ['with a variation selector', 'Caf\ufe0fé'],
    ['with a direction', '\u200eCafé\u2069'],
    ['with a soft hyphen', 'Ca\u00adfé'],
    ['with blanks around it', '\u00a0Café\u3000'],
  ])('equals one that looks the same: %s', (_, label) => {
    expect(labelForm(label)).toBe('Café');
  });

  it('has single blanks of one kind', () => {
    expect(labelForm('two\u00a0 \u2009cats')).toBe('two cats');
  });

  it.each([
    '👩‍🎨',
    '❤️',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'می\u200cخواهم',
    'क्\u200dष',
    'Ⅻ ①',
    '1️⃣ #️⃣ *️⃣',
    '\u0600١٢ \u0605٣ \u06dd٤ \u070fܐ \u08e2٥',
  ])('keeps characters that can be seen: %s', (label) => {
    expect(labelForm(label)).toBe(label);
  });

  it('is rejected without a visible character', () => {
    expect(['\u3164', '\u200b', ' \u2800'].map((label) => labelText(50).safeParse(label).success)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
