import { describe, expect, it } from 'vitest';
import { emptyStudio } from '../../../../src/studio/document/studio.ts';
import { hasOwnWords, ownWords, withOwnWords } from './own-words.ts';

describe('the own words of a mail', () => {
  const german = withOwnWords(emptyStudio, 'ACCEPTED', { subject: 'Ja!' }, 'de');

  it('are those of one language', () => {
    expect(german.mails?.ACCEPTED).toEqual({ subject: { de: 'Ja!' }, text: null });
    expect(ownWords(german.mails, 'ACCEPTED', 'subject', 'de')).toBe('Ja!');
    expect(ownWords(german.mails, 'ACCEPTED', 'subject', 'en')).toBeNull();
    expect(hasOwnWords(german.mails, 'ACCEPTED', 'en')).toBe(false);
  });

  it('keep the words of other languages, and the text beside the subject', () => {
    const both = withOwnWords(
      withOwnWords(german, 'ACCEPTED', { text: 'Hello' }, 'en'),
      'ACCEPTED',
      { text: 'Hallo' },
      'de',
    );
    expect(both.mails?.ACCEPTED).toEqual({ subject: { de: 'Ja!' }, text: { en: 'Hello', de: 'Hallo' } });
    const left = withOwnWords(both, 'ACCEPTED', { subject: null, text: null }, 'de');
    expect(left.mails?.ACCEPTED).toEqual({ subject: null, text: { en: 'Hello' } });
  });

  it('leave no empty mail in the document', () => {
    expect(withOwnWords(german, 'ACCEPTED', { subject: '', text: null }, 'de').mails).toBeNull();
    const message = withOwnWords(emptyStudio, 'operatorMessage', { subject: 'A word' }, 'en');
    expect(message.mails?.operatorMessage).toEqual({ subject: { en: 'A word' } });
  });
});
