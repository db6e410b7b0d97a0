import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

describe('the edit distance', () => {
  it.each([
    ['', '', 0],
    ['', 'PORT', 4],
    ['PORT', 'PORT', 0],
    ['POTR', 'PORT', 1],
    ['POR', 'PORT', 1],
    ['PORTS', 'PORT', 1],
    ['PART', 'PORT', 1],
    ['BUKET_NAEM', 'BUCKET_NAME', 2],
    ['kitten', 'sitting', 3],
    ['ABCDEFGH', 'BADCFEHG', 4],
  ])('counts the changes from %j to %j', (a, b, distance) => {
    for (const limit of [distance, distance + 1, 100]) {
      expect(editDistance(a, b, limit)).toBe(distance);
      expect(editDistance(b, a, limit)).toBe(distance);
    }
    if (distance > 0) expect(editDistance(a, b, distance - 1)).toBe(Number.POSITIVE_INFINITY);
  });
});
