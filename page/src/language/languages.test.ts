import { describe, expect, it } from 'vitest';
import { messageFaults } from '../../../page-kit/language/message-checks.ts';
import laterEnglish from '../../later-messages/en.json';
import {
  chooseLanguage,
  englishMessages,
  isLanguage,
  languageNames,
  loadLaterMessages,
  loadMessages,
} from './languages.ts';

const languages = Object.keys(languageNames).filter(isLanguage);
const all = await Promise.all(languages.map(async (language) => [language, await loadMessages(language)] as const));

const later = await Promise.all(
  languages.map(async (language) => [language, await loadLaterMessages(language)] as const),
);

describe('the messages of the page', () => {
  it.each(all)('have in %s the keys and placeholders of English', (language, texts) => {
    expect(messageFaults(language, texts, englishMessages)).toEqual([]);
  });
});

describe('those that load later', () => {
  it.each(later)('have in %s the keys and placeholders of English', (language, texts) => {
    expect(messageFaults(language, texts, laterEnglish)).toEqual([]);
  });

  it('have no key of the first ones', () => {
    expect(Object.keys(laterEnglish).filter((key) => Object.hasOwn(englishMessages, key))).toEqual([]);
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
