import { describe, expect, it } from 'vitest';
import type { Message } from './messages.ts';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

export const textsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));

/** Defines the tests of a page's messages, which compare each translation with English. */
export function describeMessages(
  english: Readonly<Record<string, Message>>,
  languages: readonly (readonly [language: string, texts: Readonly<Record<string, Message>>])[],
): void {
  describe.each(languages)('the messages in %s', (language, texts) => {
    it('are those of English', () => {
      expect(Object.keys(texts)).toEqual(Object.keys(english));
    });

    it.each(Object.entries(texts))('name what English names in %s', (key, message) => {
      const named = new Set(textsOf(english[key] ?? '').flatMap(placeholders));
      for (const text of textsOf(message)) {
        expect(text.trim()).not.toBe('');
        expect([...named]).toEqual(expect.arrayContaining(placeholders(text)));
      }
      expect(new Set(textsOf(message).flatMap(placeholders))).toEqual(named);
    });

    it('have a text for each plural of the language', () => {
      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const message of Object.values(texts)) {
        if (typeof message !== 'string') expect(Object.keys(message).sort()).toEqual([...categories].sort());
      }
    });
  });
}

/** A half-width punctuation mark or bracket after a Chinese or Japanese letter. */
export const halfWidthMark = /[\u3040-\u30ff\u4e00-\u9fff] ?[,;:?!.()]/;
