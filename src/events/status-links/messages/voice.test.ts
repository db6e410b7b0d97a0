import { describe, expect, it } from 'vitest';
import { messagesIn } from './voice.ts';

describe('the voice of a studio', () => {
  it('says "we" unless it is one person', () => {
    expect(messagesIn('en', 'we').statuses.ACCEPTED.text).toBe('We are happy to take on your commission.');
    expect(messagesIn('en', 'i').statuses.ACCEPTED.text).toBe('I am happy to take on your commission.');
    expect(messagesIn('en', 'i').statuses.ACCEPTED.title).toBe('Accepted');
  });

  it('says "I" in every text of the languages that have another word for it', () => {
    const ofMany = {
      en: /\bwe\b/i,
      de: /\bwir\b|\buns\b/i,
      fr: /\bnous\b/i,
      es: /[ae]mos\b/,
      pt: /[ae]mos\b/,
      it: /iamo\b|emo\b/,
      pl: /emy\b|my\b/,
      zh: /我们/,
    };
    for (const [language, words] of Object.entries(ofMany)) {
      const { statuses } = messagesIn(language as 'en', 'i');
      const spoken = Object.values(statuses).flatMap(({ text, next }) => [text, next ?? '']);
      expect(spoken.filter((text) => words.test(text))).toEqual([]);
    }
  });
});
