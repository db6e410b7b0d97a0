import { describe, expect, it } from 'vitest';
import { languagesOf, missingIn, textsOf, withWords } from './localized.ts';

describe('a text in several languages', () => {
  it('is the English text too, until English has one of its own', () => {
    const first = withWords(null, 'de', 'Katze');
    expect(first).toEqual({ en: 'Katze', de: 'Katze' });
    expect(withWords(first, 'de', 'Kater')).toEqual({ en: 'Kater', de: 'Kater' });
    expect(withWords({ en: 'Cat', de: 'Katze' }, 'de', 'Kater')).toEqual({ en: 'Cat', de: 'Kater' });
  });

  it('falls back to English when the words of another language are removed', () => {
    expect(withWords({ en: 'Cat', de: 'Katze' }, 'de', '')).toEqual({ en: 'Cat' });
    expect(withWords({ en: 'Cat' }, 'en', '')).toBeNull();
  });

  it('counts the missing texts', () => {
    const texts = textsOf({ title: { en: 'A' }, types: [{ id: 'x', name: { en: 'B', ar: 'ب' }, description: null }] });
    expect(languagesOf(texts)).toEqual(['en', 'ar']);
    expect(missingIn(texts, 'ar')).toBe(1);
  });
});
