const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Behind each try that failed: the one after the last of these is the last. */
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
/** A tenth either way, so that what failed together does not come back together. */
export const jitter = 0.1;

/**
 * The pause behind the try of this number, or null behind the last.
 * @param askedMs what the other side asks for; honoured up to a day
 */
export function pauseAfter(attempt: number, askedMs = 0, dice: () => number = Math.random): number | null {
  const pauseMs = pausesMs[attempt - 1];
  if (pauseMs === undefined) return null;
  const jittered = pauseMs * (1 - jitter + 2 * jitter * dice());
  return Math.round(Math.max(jittered, Math.min(askedMs, longestPauseMs)));
}
