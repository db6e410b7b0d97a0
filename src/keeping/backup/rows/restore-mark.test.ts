import { describe, expect, it } from 'vitest';
import { begunMark, filledMark, readMark } from './restore-mark.ts';

const sha256 = 'a'.repeat(64);
const generation = '20261122T105401123Z';

describe('a mark in the database', () => {
  it.each([
    ['a begun restore', begunMark(sha256, generation), { sha256, generation, isFilled: false }],
    ['filled tables', filledMark(sha256, generation), { sha256, generation, isFilled: true }],
  ])('reads the mark of %s', (_name, text, mark) => {
    expect(readMark(text)).toEqual(mark);
  });
});
