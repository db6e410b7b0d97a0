import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPace } from './body-pace.ts';

const limits = { minBodyBytesPerSecond: 1000, bodyRateWindowMs: 30_000, submissionMs: 3_600_000 };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const received = { bodyBytes: 0, files: 0, hasMisnamedFile: false };
  const onTimeout = vi.fn();
  const pace = watchPace(received, limits, onTimeout);
  /** Advances the time while this many bytes arrive per second. */
  const come = (seconds: number, bytesPerSecond: number) => {
    for (let second = 0; second < seconds; second += 1) {
      vi.advanceTimersByTime(1000);
      received.bodyBytes += bytesPerSecond;
    }
  };
  return { pace, onTimeout, come };
}

describe('the pace of a body', () => {
  it('is too slow under the minimum over a window', () => {
    const { come, onTimeout } = start();
    come(29, 999);
    expect(onTimeout).not.toHaveBeenCalled();
    come(1, 999);
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  it('is fast enough a little above the minimum, window after window', () => {
    const { come, onTimeout } = start();
    come(90, 1100);
    expect(onTimeout).not.toHaveBeenCalled();
  });

  it('does not count the windows in which the sender is kept waiting, however many', () => {
    const { pace, come, onTimeout } = start();
    come(10, 1000);
    pace.pause();
    come(100, 0);
    pace.resume();
    come(20, 0);
    expect(onTimeout).not.toHaveBeenCalled();
    come(30, 999);
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  it('has an average after some seconds', () => {
    const { pace, come } = start();
    come(4, 2000);
    expect(pace.bytesPerSecond()).toBeNull();
    come(6, 3000);
    expect(pace.bytesPerSecond()).toBe(2600);
  });

  it('has no average while the sender is kept waiting', () => {
    const { pace, come } = start();
    come(10, 2000);
    pace.pause();
    expect(pace.bytesPerSecond()).toBeNull();
    come(100, 0);
    pace.resume();
    expect(pace.bytesPerSecond()).toBeNull();
    come(5, 4000);
    expect(pace.bytesPerSecond()).toBe(4000);
  });

  it('times out once at most, and not after its end', () => {
    const given = start();
    given.pace.timeOut();
    given.pace.timeOut();
    given.come(60, 0);
    expect(given.onTimeout).toHaveBeenCalledOnce();
    const over = start();
    over.pace.stop();
    over.pace.timeOut();
    over.come(60, 0);
    expect(over.pace.bytesPerSecond()).toBeNull();
    expect(over.onTimeout).not.toHaveBeenCalled();
  });
});
