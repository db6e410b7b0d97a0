import { describe, expect, it } from 'vitest';
import { studioSchema } from '../document/studio.ts';
import { documentIn, textOf } from './known-documents.ts';

const titled = (title: string) => studioSchema.parse({ title });

describe('a document of a stored text', () => {
  it('is the one that was stored, without another reading', () => {
    const document = titled('Lindenhof');
    expect(documentIn(textOf(document))).toBe(document);
  });

  it('is kept while it is used between others', () => {
    const document = titled('Published');
    const text = textOf(document);
    for (let count = 0; count < 6; count += 1) {
      textOf(titled(`Draft ${count}`));
      expect(documentIn(text)).toBe(document);
    }
  });

  it('is read again when four others came after it, and is equal', () => {
    const document = titled('First');
    const text = textOf(document);
    for (let count = 0; count < 4; count += 1) textOf(titled(`${count}`));
    expect(documentIn(text)).not.toBe(document);
    expect(documentIn(text)).toEqual(document);
  });
});
