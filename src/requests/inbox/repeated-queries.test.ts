import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecentSet, createSharedCalls } from './repeated-queries.ts';

function answers(...values: number[]) {
  return vi.fn(async () => values.shift() ?? 0);
}

describe('a shared call', () => {
  it('shares its result with concurrent calls of the same key, and with no others', async () => {
    const shared = createSharedCalls<number>();
    const call = answers(1, 2);
    expect(await Promise.all([shared.get('a', call), shared.get('a', call), shared.get('b', call)])).toEqual([1, 1, 2]);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('runs again after its result has arrived', async () => {
    const shared = createSharedCalls<number>();
    const call = answers(1, 2);
    expect(await shared.get('a', call)).toBe(1);
    expect(await shared.get('a', call)).toBe(2);
  });

  it('is not joined by calls after `forget`', async () => {
    const shared = createSharedCalls<number>();
    const call = answers(1, 2);
    const before = shared.get('a', call);
    shared.forget();
    const after = shared.get('a', call);
    expect(await Promise.all([before, after, shared.get('a', call)])).toEqual([1, 2, 2]);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('gives a failure only to the calls that waited for it', async () => {
    const shared = createSharedCalls<number>();
    const failing = () => Promise.reject(new Error('away'));
    await expect(Promise.all([shared.get('a', failing), shared.get('a', failing)])).rejects.toThrow('away');
    expect(await shared.get('a', answers(1))).toBe(1);
  });
});

describe('a recent set', () => {
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
});
