import { describe, expect, it } from 'vitest';
import { languagePreferenceOf } from './language-preference.ts';
import { languages, textIn } from './languages.ts';

describe('the reader of an Accept-Language', () => {
  it.each([
    ['de', 'de', 'de'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt', 'pt-BR'],
    ['zh-Hant-TW', 'zh', 'zh-Hant-TW'],
    ['en;q=0.5, ja;q=0.9', 'ja', 'ja'],
    ['nl, sv;q=0.9, fr;q=0.1', 'fr', 'fr'],
    ['de;q=0, es', 'es', 'es'],
    ['KO-kr', 'ko', 'KO-kr'],
    ['*', 'en', 'en'],
    ['', 'en', 'en'],
  ])('finds the language wanted most of those there are in %j', (header, language, locale) => {
    expect(languagePreferenceOf(header, undefined)).toEqual({ language, locale });
  });

  it('reads the language that was chosen, with the region of the header where it names one', () => {
    expect(languagePreferenceOf('en-GB, de-AT;q=0.5', 'de')).toEqual({ language: 'de', locale: 'de-AT' });
    expect(languagePreferenceOf('en-GB', 'ar')).toEqual({ language: 'ar', locale: 'ar' });
    expect(languagePreferenceOf('en-GB', 'xx')).toEqual({ language: 'en', locale: 'en-GB' });
  });

  it.each([
    'de-',
    'de-x',
    'de-DE-DE',
    'de-u-nu',
    'de_DE',
    'de-aaaaaaaaa',
    'en;q=zero',
    ';;;,,,',
    'de;q=-1',
    'a'.repeat(9000),
  ])('has a locale that dates can be written in, whatever was sent: %.20j', (header) => {
    const { locale } = languagePreferenceOf(header, undefined);
    expect(() => new Intl.DateTimeFormat(locale)).not.toThrow();
  });
});

describe('a text in several languages', () => {
  it('finds a text by its language, region aside, and the English one else', () => {
    const texts = { en: 'Cats', 'pt-BR': 'Gatos', de: 'Katzen', 'de-CH': 'Büsi' };
    expect(languages.map((language) => textIn(texts, language)).slice(0, 2)).toEqual(['Cats', 'Katzen']);
    expect(textIn(texts, 'pt')).toBe('Gatos');
    expect(textIn(texts, 'ja')).toBe('Cats');
  });
});
