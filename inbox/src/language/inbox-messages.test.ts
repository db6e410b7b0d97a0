import { describe, expect, it } from 'vitest';
import { describeMessages, halfWidthMark, textsOf } from '../../../page-kit/language/message-checks.ts';
import { englishMessages, loadMessages } from './inbox-messages.ts';
import { type Language, languageNames } from './reader-language.ts';

const languages = Object.keys(languageNames) as Language[];
const all = await Promise.all(languages.map(async (language) => [language, await loadMessages(language)] as const));

describeMessages(englishMessages, all);

describe('the words of the inbox', () => {
  it('gives Japanese its punctuation of full width', async () => {
    const texts = Object.values(await loadMessages('ja')).flatMap(textsOf);
    expect(texts.filter((text) => halfWidthMark.test(text))).toEqual([]);
  });
});
