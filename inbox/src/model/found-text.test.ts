import { describe, expect, it } from 'vitest';
import { shownText } from './found-text.ts';

const request = {
  message: 'A portrait of us both.\n\nHe is called Corwin, and the scarf is red.',
  customerEmail: 'ethan@example.org',
  customerSocials: 'Bluesky: @corwin.plays',
  files: [],
};

const mostCharacters = 10;
const beginning = { before: 'A portrait', found: '', after: '' };

describe('the text that a search found', () => {
  it('begins a few words before them, whatever their case', () => {
    expect(shownText(request, 'corwin,  AND', mostCharacters)).toEqual({
      before: '…us both. He is called ',
      found: 'Corwin, and',
      after: ' the scarf is red.',
    });
  });

  it('is whole where it begins with them', () => {
    expect(shownText(request, 'portrait', mostCharacters).before).toBe('A ');
  });

  it('is that of another field where the message lacks them', () => {
    expect(shownText(request, 'plays', mostCharacters)).toEqual({
      before: 'Bluesky: @corwin.',
      found: 'plays',
      after: '',
    });
  });

  it('takes signs as they are typed', () => {
    expect(shownText(request, 'b.th', mostCharacters)).toEqual(beginning);
    expect(shownText(request, '@corwin.', mostCharacters).found).toBe('@corwin.');
  });

  it('is the beginning of the message without a search, and where only the name has the words', () => {
    expect(shownText(request, ' ', mostCharacters)).toEqual(beginning);
    expect(shownText(request, 'Brooks', mostCharacters)).toEqual(beginning);
  });

  it('begins with the words themselves inside a long word', () => {
    expect(shownText({ ...request, message: `${'x'.repeat(60)}corwin` }, 'corwin', mostCharacters).before).toBe('…');
  });
});
