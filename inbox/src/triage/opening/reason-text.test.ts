import { describe, expect, it } from 'vitest';
import { openedBy } from './reason-text.ts';

const now = Date.parse('2026-11-27T12:00Z');
const past = '2026-11-01T00:00:00Z';
const future = '2026-12-01T00:00:00Z';
const later = '2026-12-20T00:00:00Z';

describe('a form that is opened by hand', () => {
  it.each([
    ['manual', null, null, { mode: 'open' }],
    ['manual', past, null, { mode: 'open' }],
    ['manual', future, null, { mode: 'open', opensAt: null }],
    ['manual', null, past, { mode: 'open' }],
    ['manual', past, '2026-11-27T12:00:00Z', { mode: 'open' }],
    ['manual', null, future, { mode: 'scheduled' }],
    ['manual', past, future, { mode: 'scheduled' }],
    ['manual', future, later, { mode: 'scheduled', opensAt: null }],
    ['schedule', future, null, { mode: 'open', opensAt: null }],
    ['schedule', future, later, { mode: 'scheduled', opensAt: null }],
    ['schedule', past, past, { mode: 'open' }],
  ] as const)(
    'keeps a closing date that is to come: closed by %s, from %s to %s',
    (reason, opensAt, closesAt, change) => {
      expect(openedBy({ reason, opening: { opensAt, closesAt } }, now)).toEqual(change);
    },
  );

  it.each([
    [past, null, { mode: 'open', opensAt: null }],
    [past, future, { mode: 'scheduled', opensAt: null }],
    [null, future, { mode: 'open' }],
  ])('follows the service, on a device whose clock is wrong: from %s to %s', (opensAt, closesAt, change) => {
    expect(openedBy({ reason: 'schedule', opening: { opensAt, closesAt } }, now)).toEqual(change);
  });
});
