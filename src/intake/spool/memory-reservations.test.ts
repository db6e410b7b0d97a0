import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryReservations } from './memory-reservations.ts';

const mebibyte = 1024 * 1024;

const createReservations = () => createMemoryReservations(100 * mebibyte);

/** Reserves without waiting. `ends` holds the result, once there is one. */
function reserve(reserveMemory: ReturnType<typeof createReservations>, mebibytes: number) {
  const ends: (() => void)[] = [];
  void reserveMemory(mebibytes * mebibyte).then((end) => ends.push(end));
  return { ends, end: () => ends[0]?.() };
}

/** Resolves once all promises that can settle have settled. */
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('a reservation of memory', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is given at once while there is room', async () => {
    const reservations = createReservations();
    const given = [50, 30, 20].map((bytes) => reserve(reservations, bytes));
    await settled();
    expect(given.map(({ ends }) => ends.length)).toEqual([1, 1, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for room, in order of arrival', async () => {
    const reservations = createReservations();
    const [first, second, third] = [reserve(reservations, 60), reserve(reservations, 60), reserve(reservations, 20)];
    await settled();
    expect([second.ends, third.ends]).toEqual([[], []]);
    first.end();
    await settled();
    expect([second.ends.length, third.ends.length]).toEqual([1, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits no longer than its limit, and counts then', async () => {
    const reservations = createReservations();
    const [first, second] = [reserve(reservations, 60), reserve(reservations, 60)];
    await vi.advanceTimersByTimeAsync(2999);
    expect(second.ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(second.ends).toHaveLength(1);
    first.end();
    const third = reserve(reservations, 60);
    await settled();
    expect(third.ends).toEqual([]);
    second.end();
    await settled();
    expect(third.ends).toHaveLength(1);
  });

  it.each([7, 101])('is never waited for with %i MiB, too few or too many', async (mebibytes) => {
    const reservations = createReservations();
    reserve(reservations, 100);
    const other = reserve(reservations, mebibytes);
    await settled();
    expect(other.ends).toHaveLength(1);
    other.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
