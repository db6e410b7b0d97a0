import { describe, expect, it } from 'vitest';
import {
  chooseLanguage,
  englishMessages,
  isLanguage,
  languageNames,
  loadLaterMessages,
  loadMessages,
} from './languages.ts';

const languages = Object.keys(languageNames).filter(isLanguage);

describe('the texts of the page', () => {
  it.each(languages)('load in %s', async (language) => {
    expect(Object.keys(await loadMessages(language))).toEqual(Object.keys(englishMessages));
  });

  it.each(languages)('load later in %s', async (language) => {
    const english = await loadLaterMessages('en');
    expect(Object.keys(await loadLaterMessages(language))).toEqual(Object.keys(english));
    expect(Object.keys(english).filter((key) => Object.hasOwn(englishMessages, key))).toEqual([]);
  });
});

describe('the language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['nl', 'ja-JP', 'en'], 'ja'],
    [['ES'], 'es'],
    [['pt-BR'], 'pt'],
    [['zh-Hans-CN'], 'zh'],
    [['constructor', 'nl'], 'en'],
    [[], 'en'],
  ])('is, for readers of %j, %s', (wanted, language) => {
    expect(chooseLanguage(wanted)).toBe(language);
  });
});
