import { untilAborted } from '../waiting/until-aborted.ts';
import { withinLimit } from '../waiting/within-limit.ts';

/**
 * `check` with a limit on the wait. A check that goes on all the same is not started a second time, for each would hold a
 * connection of its own: its result counts.
 */
export function boundedCheck<T>(check: (signal: AbortSignal) => Promise<T>, limitMs: number): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () =>
    withinLimit(limitMs, [], (signal) => {
      underWay ??= check(signal).finally(() => {
        underWay = null;
      });
      return untilAborted(underWay, signal);
    });
}
