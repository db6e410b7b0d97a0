import { expect } from 'vitest';

/** Waits until what is asked for is as it is to be: another process has a hand in it. */
export function until<T>(ask: () => Promise<T> | T) {
  return expect.poll(ask, { timeout: 20_000, interval: 50 });
}
