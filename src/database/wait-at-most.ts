import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when `work` does or the limit is over, whichever comes first; rejects as `work` does. */
export async function waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const limit = sleep(limitMs, undefined, { signal: timer.signal }).catch(() => {});
  try {
    await Promise.race([work, limit]);
  } finally {
    timer.abort();
  }
}
