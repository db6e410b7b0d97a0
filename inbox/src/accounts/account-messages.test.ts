import { describe, expect, it } from 'vitest';
import { describeMessages, halfWidthMark, textsOf } from '../../../page-kit/language/message-checks.ts';
import { type Language, languageNames } from '../language/reader-language.ts';
import { accountMessages } from './account-messages.ts';

const { english, load } = accountMessages;
const languages = Object.keys(languageNames) as Language[];

describeMessages(
  english,
  await Promise.all(languages.map(async (language) => [language, await load(language)] as const)),
);

describe('the words of the pages about accounts', () => {
  it('have the Japanese punctuation of full width', async () => {
    const texts = Object.values(await load('ja')).flatMap(textsOf);
    expect(texts.filter((text) => halfWidthMark.test(text))).toEqual([]);
  });
});
