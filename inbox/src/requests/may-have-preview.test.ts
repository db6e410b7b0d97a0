import { expect, it } from 'vitest';
import { mayHavePreview } from './may-have-preview.ts';

it.each([
  [true, 'text/plain', 'notes.txt', true],
  [false, 'image/png', 'cat.png', false],
  [null, 'image/png', 'cat', true],
  [null, 'application/octet-stream', 'Cat.HEIC', true],
  [null, 'text/markdown', 'notes.md', false],
  [null, 'application/json', 'cat.png.json', false],
] as const)('with preview %s, a file of %s called %s: asked for %s', (preview, type, name, expected) => {
  expect(mayHavePreview({ preview, type, name })).toBe(expected);
});
