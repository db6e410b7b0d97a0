import { describe, expect, it } from 'vitest';
import { openingSchema } from '../../studio/document/opening.ts';
import type { Arrival } from './fair-share.ts';
import { judgeArrivals } from './judge-arrivals.ts';
import { noCounts } from './opening-state.ts';

const at = new Date('2026-11-27T12:00:00Z');
const arrivalOf = (requestId: string, given: Partial<Arrival> = {}): Arrival => ({
  requestId,
  at,
  status: 'NEW',
  isHeld: false,
  typeId: null,
  network: null,
  ...given,
});

function judged(opening: object, arrivals: readonly Arrival[]) {
  const openingAt = () => openingSchema.parse(opening);
  return judgeArrivals({ arrivals, earlier: [], counts: noCounts, typeIds: [], openingAt });
}

describe('arrivals, one after the other', () => {
  it('are late when they come behind the last place', () => {
    const { judgements, counts } = judged({ requestLimit: 1 }, [arrivalOf('a'), arrivalOf('b')]);
    expect(judgements.map(({ arrival }) => arrival)).toEqual([null, 'full']);
    expect(counts.requests).toBe(2);
  });

  it('count neither when the guard holds them nor beyond the share of their network', () => {
    const held = arrivalOf('held', { isHeld: true });
    const flood = ['a', 'b', 'c', 'd'].map((id) => arrivalOf(id, { network: 'a hash' }));
    const { judgements, counts } = judged({ requestLimit: 9 }, [held, ...flood]);
    expect(counts.requests).toBe(3);
    expect(judgements.map(({ isBeyondShare }) => isBeyondShare)).toEqual([false, false, false, false, true]);
  });

  it('count in the hour in which they came, when the guard has released them later', () => {
    const later = ['a', 'b', 'c'].map((id) => arrivalOf(id, { network: 'a hash' }));
    const released = arrivalOf('released', { network: 'a hash', at: new Date(at.getTime() - 60 * 60_000) });
    expect(judged({}, [...later, released]).counts.requests).toBe(4);
  });

  it.each([
    [{ mode: 'closed' }, 'closed', null],
    [{ mode: 'closed', late: 'waitlist' }, 'closed', 'WAITLISTED'],
    [{ mode: 'closed', late: 'decline', whenFull: 'waitlist' }, 'closed', 'DECLINED'],
    [{ requestLimit: 0, late: 'decline' }, 'full', 'DECLINED'],
    [{ requestLimit: 0, late: 'decline', whenFull: 'waitlist' }, 'full', 'WAITLISTED'],
    [{ requestLimit: 0, late: 'inbox', whenFull: 'waitlist' }, 'full', 'WAITLISTED'],
  ])('are sorted under %o: %s, %s', (opening, arrival, sortedTo) => {
    expect(judged(opening, [arrivalOf('a')]).judgements[0]).toMatchObject({ arrival, sortedTo });
    expect(judged(opening, [arrivalOf('a', { status: 'ACCEPTED' })]).judgements[0]?.sortedTo).toBeNull();
  });
});
