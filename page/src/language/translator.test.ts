import { describe, expect, it } from 'vitest';
import { createTranslator } from './translator.ts';

const english = createTranslator('en');
const german = createTranslator('de');

describe('a translator', () => {
  it('fills in names and numbers as the language writes them', () => {
    expect(english.text('characters', { count: 1234, max: 20_000 })).toBe('1,234 of 20,000 characters');
    expect(german.text('characters', { count: 1234, max: 20_000 })).toBe('1.234 von 20.000 Zeichen');
  });

  it('chooses the plural', () => {
    expect(english.text('charactersOver', { count: 1 })).toBe('1 character too many');
    expect(english.text('charactersOver', { count: 2 })).toBe('2 characters too many');
  });

  it('keeps braces in what is filled in', () => {
    expect(english.text('removed', { name: '{name} $& {count}' })).toBe('{name} $& {count} removed.');
  });

  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KiB'],
    [10_485_760, '10 MiB'],
    [10_485_761, '10.1 MiB'],
    [1_572_864, '1.5 MiB'],
  ])('writes the size of %i bytes as %s', (bytes, text) => {
    expect(english.size(bytes)).toBe(text);
  });

  it('falls back to English where the catalogue lacks the language', () => {
    expect(german.ofCatalogue({ en: 'Portrait' })).toBe('Portrait');
    expect(german.ofCatalogue({ en: 'Portrait', de: 'Porträt' })).toBe('Porträt');
    expect(german.ofCatalogue('Plain')).toBe('Plain');
  });
});
