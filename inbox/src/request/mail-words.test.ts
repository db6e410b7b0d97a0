import { expect, it } from 'vitest';
import { languages } from '../../../src/language/languages.ts';
import { mailWordsOf } from './mail-words.ts';

it.each(languages)('a mail in %s names the request and greets the customer', (language) => {
  const { subject, greeting } = mailWordsOf([language]);
  expect(subject('2FN8-Y8GA')).toContain('2FN8-Y8GA');
  expect(greeting('Zoë')).toContain('Zoë');
});

it('a mail is in the first language that is known', () => {
  const subject = (...wanted: (string | null | undefined)[]) => mailWordsOf(wanted).subject('1');
  expect(subject('fr', 'de', 'ja')).toBe(subject('fr'));
  expect(subject(null, 'de', 'ja')).toBe(subject('de'));
  expect(subject('constructor', undefined, 'ja')).toBe(subject('ja'));
  expect(subject('xx')).toBe(subject('en'));
});
