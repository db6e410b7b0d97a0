import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/platform/language/languages.ts';
import { mailLink, mailWordsOf } from './mail-program-link.tsx';

describe('a link to a mail', () => {
  it('opens a mail with subject and text, line breaks as mails have them', () => {
    const link = mailLink({ address: 'zoe@example.org', subject: 'Your request K7QX', body: 'Dear Zoë,\n\n' });
    expect(link).toBe('mailto:zoe@example.org?subject=Your%20request%20K7QX&body=Dear%20Zo%C3%AB%2C%0D%0A%0D%0A');
  });

  it('lets an address add neither recipients nor fields', () => {
    const link = mailLink({ address: 'a@b.example,c@d.example?bcc=e@f.example', subject: 'x&cc=y', body: '' });
    const url = new URL(link);
    expect(decodeURIComponent(url.pathname)).toBe('a@b.example,c@d.example?bcc=e@f.example');
    expect(url.pathname).not.toContain(',');
    expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
  });
});

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
