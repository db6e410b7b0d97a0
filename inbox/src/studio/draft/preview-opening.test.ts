import { describe, expect, it } from 'vitest';
import { studioSchema } from '../../../../src/studio/document/studio.ts';
import { noCounts } from '../../../../src/triage/opening/opening-state.ts';
import { countsOf, previewOpening } from './preview-opening.ts';

const types = [
  { id: 'bust', name: 'Bust' },
  { id: 'scene', name: 'Scene' },
  { id: 'old', name: 'Old', hidden: true },
];
const studio = (opening: object | null) => studioSchema.parse({ types, opening });
const taken = { requests: 9, takenByType: new Map([['bust', 1]]) };

describe('the opening in a preview', () => {
  it('is null until an opening is set', () => {
    expect(previewOpening(studio(null), noCounts, 'open')).toBeNull();
  });

  it('is the number of free slots of each offered type', () => {
    const opening = { slots: { byType: { bust: 6, scene: 0 } }, weightByType: { bust: 2 }, showSlotsLeft: true };
    expect(previewOpening(studio(opening), taken, 'open')).toMatchObject({
      state: 'open',
      reason: null,
      types: [
        { id: 'bust', state: 'open', left: 2 },
        { id: 'scene', state: 'closed', left: 0 },
      ],
    });
  });

  it.each([
    ['closed by hand', { mode: 'closed' }],
    ['with all slots taken', { slots: { total: 1 } }],
    ['with as many requests as may wait', { requestLimit: 1 }],
    ['not open yet', { mode: 'scheduled', opensAt: '2999-01-01T00:00:00Z' }],
  ])('is that of an open form also for one that is %s', (_, opening) => {
    expect(previewOpening(studio(opening), taken, 'open')).toMatchObject({ state: 'open', reason: null });
    expect(previewOpening(studio(opening), taken, 'closed')?.state).toBe('closed');
  });

  it('leaves out numbers that are being typed and cannot be', () => {
    const { opening, ...rest } = studio({ showSlotsLeft: true });
    if (opening === null) throw new Error('It is set');
    const typed = { ...opening, slots: { total: null, byType: { bust: 1.5 } }, weightByType: { scene: 0 } };
    const shown = previewOpening({ ...rest, opening: typed }, noCounts, 'open');
    expect(shown?.types.map(({ left }) => left)).toEqual([null, null]);
  });
});

describe('the counts of a report', () => {
  it('have requests without a type among them', () => {
    const type = { id: 'bust', state: 'open', requests: 2, taken: 4, total: null, left: null } as const;
    const report = {
      opening: null,
      isLocked: false,
      state: 'open',
      reason: null,
      requests: { count: 3, limit: null },
      slots: { taken: 5, total: null, free: null },
      types: [type],
      waiting: { count: 0, next: null },
    } as const;
    expect([...countsOf(report).takenByType]).toEqual([
      ['bust', 2],
      ['', 1],
    ]);
  });
});
