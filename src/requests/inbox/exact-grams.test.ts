import { describe, expect, it } from 'vitest';
import { foldedText } from '../../platform/language/folded-text.ts';
import { inRowForm, mailboxGram, searchedAddress } from './exact-grams.ts';

describe('an address in a search', () => {
  it.each([
    'zoe@müller.рф',
    'ZOE@xn--mller-kva.рф',
    'zoe@müller.xn--p1ai',
    'zoe@XN--MLLER-KVA.xn--p1ai',
    '\u2068zoe@müller.рф\u2069 ',
  ])('is in the rows of its mailbox when it is written %s', (query) => {
    expect(searchedAddress('Zoe@Müller.РФ')).toContain(foldedText(inRowForm(query)));
  });

  it.each(['zoe', '@müller.xn--p1ai', 'write to zoe@müller.рф', 'xn--p1ai'])(
    'leaves the query %s as it is',
    (query) => {
      expect(inRowForm(query)).toBe(query);
    },
  );

  it('has one line when its forms are the same', () => {
    expect(searchedAddress('Zoe@Example.org')).toEqual(['zoe@example.org']);
  });

  it('gives one gram for a mailbox', () => {
    expect(mailboxGram('ZOE@xn--mller-kva.example')).toBe(mailboxGram('zoe@müller.example'));
    expect(mailboxGram('zoe@müller.example')).not.toBe(mailboxGram('zoe@muller.example'));
  });
});
