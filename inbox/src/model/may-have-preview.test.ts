import { describe, expect, it } from 'vitest';
import { mayHavePreview } from './may-have-preview.ts';

describe('the question for a preview', () => {
  it.each([
    [true, 'text/plain', 'notes.txt', true],
    [false, 'image/png', 'cat.png', false],
    [null, 'image/png', 'cat', true],
    [null, 'application/octet-stream', 'Cat.HEIC', true],
    [null, 'text/markdown', 'notes.md', false],
    [null, 'application/json', 'cat.png.json', false],
  ] as const)('follows preview %s, type %s and name %s: asked is %s', (preview, type, name, expected) => {
    expect(mayHavePreview({ preview, type, name })).toBe(expected);
  });
});
