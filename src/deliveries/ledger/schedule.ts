const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The pauses after failed attempts. The attempt after the last pause is the last one. */
export const pausesMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

const longestPauseMs = 24 * hourMs;
/** Pauses vary by a tenth, so that deliveries which failed together are not retried together. */
export const jitter = 0.1;

/**
 * Returns the pause after the attempt of this number, or null after the last attempt.
 * @param requestedMs The pause that the receiver requests, honoured up to a day.
 */
export function pauseAfter(attempt: number, requestedMs = 0, dice: () => number = Math.random): number | null {
  const pauseMs = pausesMs[attempt - 1];
  if (pauseMs === undefined) return null;
  const jittered = pauseMs * (1 - jitter + 2 * jitter * dice());
  return Math.round(Math.max(jittered, Math.min(requestedMs, longestPauseMs)));
}
