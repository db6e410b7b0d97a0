import { describe, expect, it } from 'vitest';
import { embedCode, linkTo } from './share-links.ts';

const form = 'https://example.org/studio/';

describe('a shared form', () => {
  it('has a link, also with a type', () => {
    expect(linkTo(form, null)).toBe(form);
    expect(linkTo(form, 'pet portrait&more')).toBe('https://example.org/studio/?typeId=pet+portrait%26more');
  });

  it('has code for another page, also with a type', () => {
    const script = '<script src="https://example.org/studio/embed.js"></script>';
    expect(embedCode(form, null)).toBe(`${script}\n<commission-form></commission-form>`);
    expect(embedCode(form, 'a"b')).toBe(`${script}\n<commission-form prefill="typeId=a%22b"></commission-form>`);
  });
});
