import { untilAborted, withinLimit } from '../../platform/waiting/within-limit.ts';

/**
 * Limits the wait for `check`. A check that is still running after the limit is not started again, because each run
 * would hold a connection of its own. Later calls wait for its result.
 */
export function boundedCheck<T>(check: (signal: AbortSignal) => Promise<T>, limitMs: number): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () =>
    withinLimit(limitMs, null, (signal) => {
      underWay ??= check(signal).finally(() => {
        underWay = null;
      });
      return untilAborted(underWay, signal);
    });
}
