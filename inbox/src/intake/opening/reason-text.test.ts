import { describe, expect, it } from 'vitest';
import { closedBy, openedBy } from './reason-text.ts';

const now = Date.parse('2026-11-27T12:00Z');
const past = '2026-11-01T00:00:00Z';
const future = '2026-12-01T00:00:00Z';
const later = '2026-12-20T00:00:00Z';

describe('what opens a form now', () => {
  it.each([
    [null, null, { mode: 'open' }],
    [past, null, { mode: 'open' }],
    [future, null, { mode: 'open' }],
    [null, past, { mode: 'open' }],
    [past, '2026-11-27T12:00:00Z', { mode: 'open' }],
    [null, future, { mode: 'scheduled', opensAt: null }],
    [past, future, { mode: 'scheduled', opensAt: past }],
    [future, later, { mode: 'scheduled', opensAt: null }],
  ])('keeps a closing date that is to come: from %s to %s', (opensAt, closesAt, change) => {
    expect(openedBy({ opensAt, closesAt }, now)).toEqual(change);
  });
});

describe('what closes a form now', () => {
  it.each([
    [null, null, 'closed'],
    [past, future, 'closed'],
    [future, later, 'scheduled'],
  ])('waits for an opening that is to come: from %s to %s', (opensAt, closesAt, mode) => {
    expect(closedBy({ opensAt, closesAt }, now)).toEqual({ mode });
  });
});
