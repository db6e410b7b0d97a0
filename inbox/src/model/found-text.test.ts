import { describe, expect, it } from 'vitest';
import { foundText } from './found-text.ts';

const request = {
  message: 'A portrait of us both.\n\nHe is called Corwin, and the scarf is red.',
  customerEmail: 'ethan@example.org',
  customerSocials: 'Bluesky: @corwin.plays',
  files: [],
};

describe('the text that a search found', () => {
  it('begins a few words before them, whatever their case', () => {
    expect(foundText(request, 'corwin,  AND')).toEqual({
      before: '…us both. He is called ',
      found: 'Corwin, and',
      after: ' the scarf is red.',
    });
  });

  it('is whole where it begins with them', () => {
    expect(foundText(request, 'portrait')?.before).toBe('A ');
  });

  it('is that of another field where the message lacks them', () => {
    expect(foundText(request, 'plays')).toEqual({ before: 'Bluesky: @corwin.', found: 'plays', after: '' });
  });

  it('takes signs as they are typed', () => {
    expect(foundText(request, 'b.th')).toBeNull();
    expect(foundText(request, '@corwin.')?.found).toBe('@corwin.');
  });

  it('is absent without a search, and where only the name has the words', () => {
    expect(foundText(request, ' ')).toBeNull();
    expect(foundText(request, 'Brooks')).toBeNull();
  });

  it('begins with the words themselves inside a long word', () => {
    expect(foundText({ ...request, message: `${'x'.repeat(60)}corwin` }, 'corwin')?.before).toBe('…');
  });
});
