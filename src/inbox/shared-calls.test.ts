import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSharedCalls } from './shared-calls.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

function answers(...values: number[]) {
  return vi.fn(async () => values.shift() ?? 0);
}

it('gives those who ask the same at once one answer, and others their own', async () => {
  const shared = createSharedCalls<number>(() => 0);
  const call = answers(1, 2);
  expect(await Promise.all([shared.get('a', call), shared.get('a', call), shared.get('b', call)])).toEqual([1, 1, 2]);
  expect(call).toHaveBeenCalledTimes(2);
});

it('asks anew once the answer is there, or has been kept for its time', async () => {
  const shared = createSharedCalls<number>((value) => (value === 2 ? 1000 : 0));
  const call = answers(1, 2, 3);
  expect(await shared.get('a', call)).toBe(1);
  expect(await shared.get('a', call)).toBe(2);
  await vi.advanceTimersByTimeAsync(999);
  expect(await shared.get('a', call)).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await shared.get('a', call)).toBe(3);
});

it('joins no call from before it was told to forget', async () => {
  const shared = createSharedCalls<number>(() => 1000);
  const call = answers(1, 2);
  const before = shared.get('a', call);
  shared.forget();
  const after = shared.get('a', call);
  expect(await Promise.all([before, after, shared.get('a', call)])).toEqual([1, 2, 2]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(call).toHaveBeenCalledTimes(2);
});

it('gives a failure to those who waited for it alone', async () => {
  const shared = createSharedCalls<number>(() => 1000);
  const failing = () => Promise.reject(new Error('away'));
  await expect(Promise.all([shared.get('a', failing), shared.get('a', failing)])).rejects.toThrow('away');
  expect(await shared.get('a', answers(1))).toBe(1);
});
