import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSubmissionPriority } from './submission-priority.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

/** Resolves with the number of claims within a second when each one directly follows the previous one. */
async function claimsInASecond(pace: () => Promise<void>): Promise<number> {
  let claims = 0;
  let isOver = false;
  const claiming = (async () => {
    while (!isOver && claims < 1000) {
      await pace();
      claims += 1;
    }
  })();
  await vi.advanceTimersByTimeAsync(950);
  isOver = true;
  await vi.advanceTimersByTimeAsync(1000);
  await claiming;
  return claims;
}

describe('the priority of submissions', () => {
  it('delays no claim while few requests arrive', async () => {
    const { pace, onArrival } = createSubmissionPriority();
    for (let count = 0; count < 20; count += 1) onArrival();
    expect(await claimsInASecond(pace)).toBe(1000);
  });

  it('allows ten claims a second while many arrive', async () => {
    const { pace, onArrival } = createSubmissionPriority();
    for (let count = 0; count < 100; count += 1) onArrival();
    const claims = await claimsInASecond(pace);
    expect(claims).toBeGreaterThanOrEqual(8);
    expect(claims).toBeLessThanOrEqual(11);
  });

  it.each([
    [300, 3, 4],
    [700, 1, 2],
    [5000, 1, 1],
  ])('allows fewer claims while %d arrive', async (arrivals, fewest, most) => {
    const { pace, onArrival } = createSubmissionPriority();
    for (let count = 0; count < arrivals; count += 1) onArrival();
    const claims = await claimsInASecond(pace);
    expect(claims).toBeGreaterThanOrEqual(fewest);
    expect(claims).toBeLessThanOrEqual(most);
  });

  it('ends a second after the last of many requests', async () => {
    const { pace, onArrival } = createSubmissionPriority();
    for (let count = 0; count < 100; count += 1) onArrival();
    await vi.advanceTimersByTimeAsync(1100);
    expect(await claimsInASecond(pace)).toBe(1000);
  });
});
