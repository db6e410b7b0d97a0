import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultView, filterOf, readView, searchOf } from './list-view.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the filter of requests that are due within a week', () => {
  it.each([
    ['2026-03-28T23:30', '2026-04-05'],
    ['2026-10-20T00:30', '2026-10-28'],
    ['2026-10-25T00:30', '2026-11-02'],
    ['2026-12-28T12:00', '2027-01-05'],
  ])('ends at the same day of the week, also when the clocks change: %s', (now, dueBefore) => {
    expect(filterOf({ ...defaultView, due: 'week' }, Date.parse(now)).dueBefore).toBe(dueBefore);
  });
});

describe('the filters by arrival and by answers', () => {
  it('are in the address as they are in a query of the API', () => {
    const search = '?arrival=closed&answer.use=home&answer.use=shop&answer.gift=true';
    const view = readView(search);
    expect(filterOf(view, 0)).toMatchObject({ arrival: ['closed'], answer: { use: ['home', 'shop'], gift: ['true'] } });
    expect(decodeURIComponent(searchOf(view))).toBe(search);
  });

  it('are left out where the address has no filter', () => {
    expect(readView('?arrival=late&answer.=x&answer.use=')).toEqual(defaultView);
  });

  it('take no other thing for a question', () => {
    const { answers } = readView('?answer.__proto__=x&answer.constructor=y');
    expect([Object.keys(answers), Object.getPrototypeOf(answers)]).toEqual([
      ['__proto__', 'constructor'],
      Object.prototype,
    ]);
  });
});
