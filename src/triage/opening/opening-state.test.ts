import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingSchema } from '../../studio/document/opening.ts';
import { arrivalOf, computeOpening, noCounts, type OpeningCounts, takenSlots } from './opening-state.ts';

const at = new Date('2026-11-27T12:00:00Z');
const openingOf = (given: object) => openingSchema.parse(given);
const countsOf = (requests: number, taken: Readonly<Record<string, number>> = {}): OpeningCounts => ({
  requests,
  takenByType: new Map(Object.entries(taken)),
});
const typeIds = ['bust', 'scene'];
const computed = (given: object, counts = noCounts, now = at) =>
  computeOpening({ opening: openingOf(given), counts, at: now, typeIds });
const full = { slots: { total: 3 }, weightByType: { scene: 2 } };

describe('the state of a form', () => {
  it.each([
    ['nothing set', {}, noCounts, 'open', null],
    ['mode closed', { mode: 'closed' }, noCounts, 'closed', 'manual'],
    ['mode closed and full', { mode: 'closed', requestLimit: 0, whenFull: 'waitlist' }, noCounts, 'closed', 'manual'],
    ['before opensAt', { mode: 'scheduled', opensAt: '2026-11-27T12:00:00.001Z' }, noCounts, 'closed', 'schedule'],
    ['at opensAt', { mode: 'scheduled', opensAt: '2026-11-27T12:00:00Z' }, noCounts, 'open', null],
    [
      'in the hour that clocks skip',
      { mode: 'scheduled', opensAt: '2027-03-28T02:30:00+01:00' },
      noCounts,
      'closed',
      'schedule',
    ],
    ['before closesAt', { mode: 'scheduled', closesAt: '2026-11-27T12:00:00.001Z' }, noCounts, 'open', null],
    ['at closesAt', { mode: 'scheduled', closesAt: '2026-11-27T12:00:00Z' }, noCounts, 'closed', 'schedule'],
    ['a past schedule in mode open', { mode: 'open', closesAt: '2020-01-01T00:00:00Z' }, noCounts, 'open', null],
    ['one request below the limit', { requestLimit: 3 }, countsOf(2), 'open', null],
    ['as many requests as the limit', { requestLimit: 3 }, countsOf(3), 'closed', 'requests'],
    ['a limit lowered below what is there', { requestLimit: 1 }, countsOf(9), 'closed', 'requests'],
    ['the limit, with a waiting list', { requestLimit: 3, whenFull: 'waitlist' }, countsOf(3), 'waitlist', 'requests'],
    ['a slot left', full, countsOf(0, { scene: 1 }), 'open', null],
    ['slots taken by weight', full, countsOf(0, { scene: 1, bust: 1 }), 'closed', 'slots'],
    ['slots lowered below what is taken', { slots: { total: 1 } }, countsOf(0, { bust: 5 }), 'closed', 'slots'],
    [
      'every type full',
      { slots: { byType: { bust: 1, scene: 1 } } },
      countsOf(0, { bust: 1, scene: 2 }),
      'closed',
      'slots',
    ],
    ['one type full', { slots: { byType: { bust: 1 } } }, countsOf(0, { bust: 1 }), 'open', null],
    ['both limits reached', { requestLimit: 0, slots: { total: 0 } }, noCounts, 'closed', 'requests'],
  ])('follows from %s, %o and %o: %s for %s', (_name, given, counts, state, reason) => {
    expect(computed(given, counts)).toMatchObject({ state, reason });
  });

  it('has as many requests left of a type as its weight leaves room for', () => {
    const { types } = computed(
      { slots: { total: 5, byType: { bust: 2 } }, weightByType: { scene: 3 } },
      countsOf(0, { bust: 1 }),
    );
    expect(types).toEqual([
      { id: 'bust', left: 1, state: 'open' },
      { id: 'scene', left: 1, state: 'open' },
    ]);
    expect(computed(full, countsOf(0, { bust: 2 })).types[1]).toEqual({ id: 'scene', left: 0, state: 'closed' });
  });

  it('takes an instant as the same in every time zone, also in the hours that clocks skip or repeat', () => {
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });
    const around = fc.integer({ min: -7200, max: 7200 });
    const changes = fc.constantFrom('2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-09-26T14:00:00Z');
    fc.assert(
      fc.property(offset, around, changes, (minutes, seconds, change) => {
        const opensAt = withOffset(Date.parse(change), minutes);
        const now = new Date(Date.parse(change) + seconds * 1000);
        expect(computed({ mode: 'scheduled', opensAt }, noCounts, now).state).toBe(seconds >= 0 ? 'open' : 'closed');
      }),
    );
  });

  it('opens when a limit is raised above what is there, and never has a negative rest', () => {
    const number = fc.integer({ min: 0, max: 50 });
    const weight = fc.integer({ min: 1, max: 10 });
    fc.assert(
      fc.property(number, number, number, number, weight, (total, requestLimit, requests, scenes, scene) => {
        const counts = countsOf(requests, { scene: scenes });
        const given = { requestLimit, slots: { total }, weightByType: { scene } };
        const { state, types } = computed(given, counts);
        expect(state).toBe(requests < requestLimit && scenes * scene < total ? 'open' : 'closed');
        for (const { left } of types) expect(left).toBeGreaterThanOrEqual(0);
        const raised = { ...given, requestLimit: requests + 1, slots: { total: scenes * scene + 1 } };
        expect(computed(raised, counts).state).toBe('open');
      }),
    );
  });

  it('ignores weights and limits of types with names of JavaScript', () => {
    const opening = openingOf({ slots: { total: 2 } });
    expect(takenSlots(opening, countsOf(0, { constructor: 1, toString: 1 }))).toBe(2);
  });
});

describe('the arrival of a request', () => {
  it.each([
    [{}, 'bust', null],
    [{ mode: 'closed' }, 'bust', 'closed'],
    [{ mode: 'scheduled', opensAt: '2027-01-01T00:00:00Z' }, null, 'closed'],
    [{ requestLimit: 0 }, 'bust', 'full'],
    [{ slots: { byType: { bust: 0 } } }, 'bust', 'full'],
    [{ slots: { byType: { bust: 0 } } }, 'scene', null],
    [{ slots: { byType: { bust: 0 } } }, null, null],
  ])('follows from %o and the type %o: %o', (given, typeId, arrival) => {
    expect(arrivalOf({ opening: openingOf(given), counts: noCounts, at, typeIds }, typeId)).toBe(arrival);
  });
});

/** Returns the instant as RFC 3339 with this offset. */
function withOffset(ms: number, minutes: number): string {
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, -1);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${digits(hours)}:${digits(rest)}`;
}
