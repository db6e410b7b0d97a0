const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** A longer `Retry-After` ends a call as `busy` instead of waiting. */
export const longestRetryAfterMs = 120_000;

/**
 * Returns the wait before an attempt. It doubles with each attempt. Its upper half is random, so that clients that lost
 * their connections together do not retry together.
 */
export function backoffBefore(attempt: number, retryAfterMs: number | null): number {
  const pauseMs = Math.min(firstPauseMs * 2 ** (attempt - 2), longestPauseMs);
  return Math.max(pauseMs / 2 + (Math.random() * pauseMs) / 2, retryAfterMs ?? 0);
}

/** Parses `Retry-After`, which is in seconds or a date (RFC 9110 section 10.2.3). Returns null when it is not valid. */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

/** Resolves after `pauseMs`, or earlier when the signal aborts or the browser comes back online. */
export function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      globalThis.removeEventListener?.('online', end);
      resolve();
    };
    const timer = setTimeout(end, pauseMs);
    signal.addEventListener('abort', end);
    globalThis.addEventListener?.('online', end);
  });
}
