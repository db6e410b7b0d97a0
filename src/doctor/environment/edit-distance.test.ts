import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

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
])('counts the changes from %j to %j', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});
