import { describe, expect, it } from 'vitest';
import { openingSchema } from '../../../../src/studio/document/opening.ts';
import { choiceOf, closedUntil, modeOfDates, openedBy, takenBack } from './opening-changes.ts';

const now = Date.parse('2026-11-27T12:00Z');
const past = '2026-11-01T00:00:00Z';
const future = '2026-12-01T00:00:00Z';
const later = '2026-12-20T00:00:00Z';

const opening = (given: object) => openingSchema.parse(given);

describe('a form that is opened by hand', () => {
  it.each([
    ['manual', null, null, { mode: 'open' }],
    ['manual', past, null, { mode: 'open' }],
    ['manual', future, null, { mode: 'open' }],
    ['manual', null, past, { mode: 'open' }],
    ['manual', past, '2026-11-27T12:00:00Z', { mode: 'open' }],
    ['manual', null, future, { mode: 'scheduled' }],
    ['manual', past, future, { mode: 'scheduled' }],
    ['manual', future, later, { mode: 'scheduled', opensAt: null }],
    ['schedule', future, null, { mode: 'open' }],
    ['schedule', future, later, { mode: 'scheduled', opensAt: null }],
    ['schedule', past, past, { mode: 'open' }],
  ] as const)('keeps dates that have a meaning: closed by %s, from %s to %s', (reason, opensAt, closesAt, change) => {
    expect(openedBy({ reason, opening: { opensAt, closesAt } }, now)).toEqual(change);
  });

  it.each([
    [past, null, { mode: 'open' }],
    [past, future, { mode: 'scheduled', opensAt: null }],
    [null, future, { mode: 'open' }],
  ])('follows the service, on a device whose clock is wrong: from %s to %s', (opensAt, closesAt, change) => {
    expect(openedBy({ reason: 'schedule', opening: { opensAt, closesAt } }, now)).toEqual(change);
  });
});

describe('a form that is closed until a day', () => {
  it.each([
    [null, { mode: 'scheduled', opensAt: future }],
    [later, { mode: 'scheduled', opensAt: future }],
    [past, { mode: 'scheduled', opensAt: future, closesAt: null }],
    [future, { mode: 'scheduled', opensAt: future, closesAt: null }],
  ])('keeps a later closing date: %s', (closesAt, changes) => {
    expect(closedUntil({ opensAt: null, closesAt }, future)).toEqual(changes);
    expect(openingSchema.safeParse({ closesAt, ...changes }).success).toBe(true);
  });
});

describe('an undo of the opening', () => {
  it('brings back the members that were changed, or no opening at all', () => {
    const before = opening({ mode: 'scheduled', closesAt: later, slots: { total: 3 } });
    const changes = { mode: 'scheduled', opensAt: future } as const;
    expect(takenBack(before, changes)).toEqual({ changes: { mode: 'scheduled', opensAt: null } });
    expect(takenBack(null, changes)).toEqual({ opening: null });
  });
});

describe('the choice in effect', () => {
  it.each([
    [null, null, null, 'open'],
    ['slots', null, null, 'open'],
    ['manual', future, later, 'closed'],
    ['schedule', future, null, 'until'],
    ['schedule', past, null, 'until'],
    ['schedule', null, past, 'closed'],
    ['schedule', past, past, 'closed'],
  ] as const)('follows the reason %s, from %s to %s', (reason, opensAt, closesAt, choice) => {
    expect(choiceOf({ reason, opening: { opensAt, closesAt } }, now)).toBe(choice);
  });
});

describe('the mode of dates that were edited', () => {
  it.each([
    ['open', 'open', future, null, 'scheduled'],
    ['open', 'open', null, future, 'scheduled'],
    ['scheduled', 'open', null, null, 'open'],
    ['scheduled', 'until', null, later, 'closed'],
    ['scheduled', 'until', later, null, 'scheduled'],
    ['scheduled', 'closed', null, later, 'scheduled'],
    ['closed', 'closed', null, later, 'closed'],
    ['closed', 'closed', future, null, 'scheduled'],
  ] as const)('opens no form unasked: %s, %s, from %s to %s', (mode, before, opensAt, closesAt, after) => {
    const edited = { ...opening({}), mode, opensAt, closesAt };
    expect(modeOfDates(edited, before, now)).toBe(after);
  });
});
