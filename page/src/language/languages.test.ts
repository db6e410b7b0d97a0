import { describe, expect, it } from 'vitest';
import { chooseLanguage, type Message, messages } from './languages.ts';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const textsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));

describe.each(Object.entries(messages))('the messages in %s', (language, texts) => {
  it('are those of English', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(messages.en));
  });

  it.each(Object.entries<Message>(texts))('name what English names in %s', (key, message) => {
    const english = new Set(textsOf(messages.en[key as keyof typeof messages.en]).flatMap(placeholders));
    for (const text of textsOf(message)) {
      expect(text.trim()).not.toBe('');
      expect([...english]).toEqual(expect.arrayContaining(placeholders(text)));
    }
    expect(new Set(textsOf(message).flatMap(placeholders))).toEqual(english);
  });

  it('have a text for each plural of the language', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const message of Object.values<Message>(texts)) {
      if (typeof message !== 'string') expect(Object.keys(message).sort()).toEqual([...categories].sort());
    }
  });
});

describe('the language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr', 'ja-JP', 'en'], 'ja'],
    [['ES'], 'es'],
    [['constructor', 'fr'], 'en'],
    [[], 'en'],
  ])('for readers of %j is %s', (wanted, language) => {
    expect(chooseLanguage(wanted)).toBe(language);
  });
});
