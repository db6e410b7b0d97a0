import { describe, expect, it } from 'vitest';
import { describeMessages, halfWidthMark, textsOf } from '../../../page-kit/language/message-checks.ts';
import type { Message } from '../../../page-kit/language/messages.ts';
import laterEnglish from '../../later-messages/en.json';
import {
  chooseLanguage,
  englishMessages,
  isLanguage,
  type Language,
  languageNames,
  loadLaterMessages,
  loadMessages,
} from './languages.ts';

const languages = Object.keys(languageNames).filter(isLanguage);
const all = await Promise.all(languages.map(async (language) => [language, await loadMessages(language)] as const));

const later = await Promise.all(
  languages.map(async (language) => [language, await loadLaterMessages(language)] as const),
);

const allOf = async (language: Language) =>
  ({ ...(await loadMessages(language)), ...(await loadLaterMessages(language)) }) as Readonly<Record<string, Message>>;

describeMessages(englishMessages, all);

describe('those that load later', () => {
  describeMessages(laterEnglish, later);

  it('have no key of the first ones', () => {
    expect(Object.keys(laterEnglish).filter((key) => Object.hasOwn(englishMessages, key))).toEqual([]);
  });
});

describe('punctuation', () => {
  it.each([
    [
      'French keeps its colon, semicolon, question and exclamation mark beside the word before',
      'fr',
      /[^\u00a0\u202f][:;?!]/,
    ],
    ['Japanese is of full width', 'ja', halfWidthMark],
    ['Chinese is of full width', 'zh', halfWidthMark],
    ['Arabic has its own comma, semicolon and question mark', 'ar', /[,;?]/],
  ] as const)('is that of %s', async (_, language, wrong) => {
    const texts = Object.values(await allOf(language)).flatMap(textsOf);
    expect(texts.filter((text) => wrong.test(text))).toEqual([]);
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
