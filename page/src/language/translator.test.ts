import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { loadMessages } from './languages.ts';

const english = createTranslator('en', await loadMessages('en'));
const german = createTranslator('de', await loadMessages('de'));

describe('a translator', () => {
  it('fills in names and numbers as the language writes them', () => {
    expect(english.text('errorTooLong', { max: 20_000 })).toBe('Please shorten this to 20,000 characters.');
    expect(german.text('errorTooLong', { max: 20_000 })).toBe('Bitte kürzen Sie den Text auf 20.000 Zeichen.');
  });

  it('chooses the plural', () => {
    expect(english.text('charactersOver', { count: 1 })).toBe('1 character too many');
    expect(english.text('charactersOver', { count: 2 })).toBe('2 characters too many');
  });

  it.each([
    [1, 'حرف واحد زائد'],
    [2, 'حرفان زائدان'],
    [5, '5 أحرف زائدة'],
    [12, '12 حرفًا زائدًا'],
  ])('chooses among the six plurals of Arabic for %i', async (count, text) => {
    const arabic = createTranslator('ar', await loadMessages('ar'), ['ar-u-nu-latn']);
    expect(arabic.text('charactersOver', { count })).toBe(text);
  });

  it('keeps braces in inserted values', () => {
    expect(english.text('removed', { name: '{name} $& {count}' })).toBe('{name} $& {count} removed.');
  });

  it.each([
    [0, '0 bytes'],
    [1023, '1,023 bytes'],
    [1024, '1 kB'],
    [10_485_760, '10 MB'],
    [10_485_761, '10.1 MB'],
    [1_572_864, '1.5 MB'],
    [5_368_709_120, '5 GB'],
  ])('writes the size of %i bytes as %s', (bytes, text) => {
    expect(english.size(bytes)).toBe(text);
  });

  it('keeps names apart that run the other way', () => {
    expect(english.text('removed', { name: 'cat.png' })).toBe('cat.png removed.');
    expect(english.text('removed', { name: 'قطة.png' })).toBe('\u2068قطة.png\u2069 removed.');
  });

  it('takes a text of the catalogue for another region or script of the language', () => {
    expect(german.ofCatalogue({ en: 'Sketch', 'de-CH': 'Skizze' })).toBe('Skizze');
    expect(german.ofCatalogue({ en: 'Sketch', 'de-CH': 'Skizze', de: 'Entwurf' })).toBe('Entwurf');
  });

  it('falls back to English where the catalogue lacks the language', () => {
    expect(german.ofCatalogue({ en: 'Portrait' })).toBe('Portrait');
    expect(german.ofCatalogue({ en: 'Portrait', de: 'Porträt' })).toBe('Porträt');
    expect(german.ofCatalogue('Plain')).toBe('Plain');
  });
});
