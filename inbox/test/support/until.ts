import { expect } from 'vitest';

/** Polls a value that another process changes. */
export function until<T>(ask: () => Promise<T> | T) {
  return expect.poll(ask);
}
