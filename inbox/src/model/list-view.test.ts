import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultView, filterOf } from './list-view.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the filter of what is due within a week', () => {
  it.each([
    ['2026-03-28T23:30', '2026-04-05'],
    ['2026-10-20T00:30', '2026-10-28'],
    ['2026-10-25T00:30', '2026-11-02'],
    ['2026-12-28T12:00', '2027-01-05'],
  ])('ends at the same day of the week, also when the clocks change: %s', (now, dueBefore) => {
    expect(filterOf({ ...defaultView, due: 'week' }, Date.parse(now)).dueBefore).toBe(dueBefore);
  });
});
