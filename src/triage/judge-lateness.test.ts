import { describe, expect, it } from 'vitest';
import { openingSchema } from '../studio/document/opening.ts';
import { judgeLateness } from './judge-lateness.ts';
import { noCounts } from './opening/opening-state.ts';

type Arrival = Parameters<typeof judgeLateness>[0]['arrivals'][number];

const at = new Date('2026-11-27T12:00:00Z');
const arrivalOf = (id: string, given: Partial<Arrival> = {}): Arrival => ({
  id,
  at,
  status: 'NEW',
  typeId: null,
  network: null,
  ...given,
});

function judged(opening: object, arrivals: readonly Arrival[]) {
  const openingAt = () => openingSchema.parse(opening);
  return [...judgeLateness({ arrivals, earlier: [], counts: noCounts, typeIds: [], openingAt }).values()];
}

describe('arrivals, one after the other', () => {
  it('are late after the last slot', () => {
    const found = judged({ requestLimit: 1 }, [arrivalOf('a'), arrivalOf('b')]);
    expect(found.map(({ lateness }) => lateness)).toEqual([null, 'full']);
  });

  it('do not count beyond the share of their network', () => {
    const flood = ['a', 'b', 'c', 'd'].map((id) => arrivalOf(id, { network: 'a hash' }));
    const found = judged({ requestLimit: 4 }, [...flood, arrivalOf('e'), arrivalOf('f')]);
    expect(found.map(({ isBeyondShare }) => isBeyondShare)).toEqual([false, false, false, true, false, false]);
    expect(found.map(({ lateness }) => lateness)).toEqual([null, null, null, null, null, 'full']);
  });

  it('count in the hour in which they came, when the guard has released them later', () => {
    const later = ['a', 'b', 'c'].map((id) => arrivalOf(id, { network: 'a hash' }));
    const released = arrivalOf('released', { network: 'a hash', at: new Date(at.getTime() - 60 * 60_000) });
    const found = judged({}, [...later, released]);
    expect(found.map(({ isBeyondShare }) => isBeyondShare)).toEqual([false, false, false, false]);
  });

  it.each([
    [{ mode: 'closed' }, 'closed', null],
    [{ mode: 'closed', late: 'waitlist' }, 'closed', 'WAITLISTED'],
    [{ mode: 'closed', late: 'decline', whenFull: 'waitlist' }, 'closed', 'DECLINED'],
    [{ requestLimit: 0, late: 'decline' }, 'full', 'DECLINED'],
    [{ requestLimit: 0, late: 'decline', whenFull: 'waitlist' }, 'full', 'WAITLISTED'],
    [{ requestLimit: 0, late: 'inbox', whenFull: 'waitlist' }, 'full', 'WAITLISTED'],
  ])('are sorted under %o: %s, %s', (opening, lateness, sortedTo) => {
    expect(judged(opening, [arrivalOf('a')])[0]).toMatchObject({ lateness, sortedTo });
    expect(judged(opening, [arrivalOf('a', { status: 'ACCEPTED' })])[0]?.sortedTo).toBeNull();
  });
});
