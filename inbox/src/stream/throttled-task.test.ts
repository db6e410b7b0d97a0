import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottledTask } from './throttled-task.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A task whose runs end when they are ended. */
function startTask() {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((end) => ends.push(end)));
  return { task: createThrottledTask(work), work, endOldest: () => ends.shift()?.() };
}

describe('a throttled task', () => {
  it('runs while events keep coming, once for those in quick succession', async () => {
    const { task, work, endOldest } = startTask();
    for (let count = 0; count < 10; count += 1) {
      task.schedule();
      await vi.advanceTimersByTimeAsync(100);
      endOldest();
    }
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('reads again after a run during which an event came, whose answer may be older, and never twice at once', async () => {
    const { task, work, endOldest } = startTask();
    task.run();
    task.schedule();
    task.run();
    await vi.advanceTimersByTimeAsync(2000);
    expect(work).toHaveBeenCalledTimes(1);
    endOldest();
    await vi.advanceTimersByTimeAsync(400);
    expect(work).toHaveBeenCalledTimes(2);
    endOldest();
    await vi.advanceTimersByTimeAsync(2000);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
