import { describe, expect, it } from 'vitest';
import { studioSchema } from '../../../../src/studio/document/studio.ts';
import { editedPart } from './edited-part.ts';

const options = [
  { id: 'a', name: 'A', hidden: true },
  { id: 'b', name: 'B' },
];
const studio = studioSchema.parse({
  types: [
    { id: 'gone', name: 'Gone', hidden: true },
    { id: 'cat', name: 'Cat', options },
  ],
});

describe('the edited part of the page', () => {
  it.each([
    ['', null, null, null],
    ['title', 'title', null, null],
    ['types', 'types', null, null],
    ['types/0/name', 'types', null, null],
    ['types/1/price/amount', 'types', 0, null],
    ['types/1/options/1/name', 'types', 0, 0],
    ['types/1/options/0', 'types', 0, null],
    ['types/7/name', 'types', null, null],
    ['theme/accent/light', 'theme', null, null],
  ])('is found by the path "%s"', (path, key, position, option) => {
    expect(editedPart(studio, path)).toEqual({ key, position, option });
  });
});
