import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecentSet } from './recent-set.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

it('forgets a text when its time is over, however often it was added', () => {
  const recent = createRecentSet(1000);
  recent.add('a');
  vi.advanceTimersByTime(999);
  recent.add('a');
  expect([recent.has('a'), recent.has('b')]).toEqual([true, false]);
  vi.advanceTimersByTime(1);
  expect(recent.has('a')).toBe(false);
});
