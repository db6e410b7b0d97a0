import { CheckTimeoutError } from './problem.ts';

/**
 * `check` with a limit on the wait: passing it rejects with a CheckTimeoutError and aborts the signal. A check that goes
 * on all the same is not started a second time, for each would hold a connection of its own: its result counts.
 */
export function boundedCheck<T>(check: (signal: AbortSignal) => Promise<T>, limitMs: number): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  let timeOut = new AbortController();

  function start(): Promise<T> {
    timeOut = new AbortController();
    return check(timeOut.signal).finally(() => {
      underWay = null;
    });
  }

  return () => {
    underWay ??= start();
    const result = underWay;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const error = new CheckTimeoutError(limitMs);
        reject(error);
        timeOut.abort(error);
      }, limitMs);
      result.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  };
}
