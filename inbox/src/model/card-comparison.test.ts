import { describe, expect, it } from 'vitest';
import { comparisonOf } from './card-comparison.ts';

const cards = [
  { id: '1', dueOn: null },
  { id: '2', dueOn: '2026-12-24' },
  { id: '3', dueOn: null },
  { id: '4', dueOn: '2026-12-01' },
];

const sorted = (...how: Parameters<typeof comparisonOf>) => cards.toSorted(comparisonOf(...how)).map(({ id }) => id);

describe('the order of cards', () => {
  it('begins with the earliest due date, and has those without one last, the newest first', () => {
    expect(sorted('due', [])).toEqual(['4', '2', '3', '1']);
  });

  it('is the arranged one, after the cards without a position, the newest first', () => {
    expect(sorted('hand', ['2', '4'])).toEqual(['3', '1', '2', '4']);
  });
});
