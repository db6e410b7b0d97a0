import { describe, expect, it } from 'vitest';
import { embedCode, linkTo } from './share-links.ts';

const form = 'https://example.org/studio/';

describe('the links of a studio', () => {
  it('is the link to the form, also with a type', () => {
    expect(linkTo(form, null)).toBe(form);
    expect(linkTo(form, 'pet portrait&more')).toBe('https://example.org/studio/?typeId=pet+portrait%26more');
  });

  it('is the code for another page, also with a type', () => {
    const script = '<script src="https://example.org/studio/embed.js"></script>';
    expect(embedCode(form, null)).toBe(`${script}\n<commission-form></commission-form>`);
    expect(embedCode(form, 'a"b')).toBe(`${script}\n<commission-form prefill="typeId=a%22b"></commission-form>`);
  });
});
