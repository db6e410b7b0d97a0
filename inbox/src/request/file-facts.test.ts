import { describe, expect, it } from 'vitest';
import { problemOf } from './file-facts.tsx';

describe('the reason for a missing preview', () => {
  it.each([
    ['a sound PNG', 'cat.png', true, null, null],
    ['a broken JPEG', 'cat.jpg', false, 'not-a-picture', 'unreadable'],
    ['half a JPEG', 'cat.jpg', true, 'damaged', 'damaged'],
    ['a TIFF that was never asked for', 'cat.TIFF', null, null, 'unsupported'],
    ['a TIFF', 'cat.tif', false, 'not-a-picture', 'unsupported'],
    ['a text', 'cat.txt', false, 'not-a-picture', null],
  ] as const)('is said of %s', (_, name, preview, previewProblem, expected) => {
    expect(problemOf({ name, preview, previewProblem })).toBe(expected);
  });
});
