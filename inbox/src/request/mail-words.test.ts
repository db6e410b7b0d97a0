import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/platform/language/languages.ts';
import { mailWordsOf } from './mail-words.ts';

describe('the words of a mail', () => {
  it.each(languages)('name the request and greet the customer in %s', (language) => {
    const { subject, greeting } = mailWordsOf([language], { number: '2FN8-Y8GA', name: 'Zoë' });
    expect(subject).toContain('2FN8-Y8GA');
    expect(greeting).toContain('Zoë');
  });

  it('are in the first language that is known', () => {
    const subject = (...wanted: (string | null | undefined)[]) =>
      mailWordsOf(wanted, { number: '1', name: '' }).subject;
    expect(subject('fr', 'de', 'ja')).toBe(subject('fr'));
    expect(subject(null, 'de', 'ja')).toBe(subject('de'));
    expect(subject('constructor', undefined, 'ja')).toBe(subject('ja'));
    expect(subject('xx')).toBe(subject('en'));
  });
});
