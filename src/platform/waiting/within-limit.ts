/** An operation did not finish within its time limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'ETIMEDOUT';
}

/**
 * Runs `work` with a signal that aborts with `stopper`, and with a TimeLimitError after `limitMs`. Settles when `work`
 * settles. A rejection after an abort has the abort's reason. A failure aborts the signal too, which ends
 * operations that `work` left running.
 *
 * Does not use `AbortSignal.any` with `AbortSignal.timeout`: Node 20 collects the timeout signal, which then never
 * fires, and keeps each combined signal as long as the stopper lives. The two take a tenth of the CPU time of a small
 * file.
 */
export async function withinLimit<T>(
  limitMs: number | undefined,
  stopper: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<T>,
  text = `It took longer than ${limitMs} ms`,
): Promise<T> {
  stopper?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(stopper?.reason);
  stopper?.addEventListener('abort', stop, { once: true });
  const timer =
    limitMs === undefined ? undefined : setTimeout(() => controller.abort(new TimeLimitError(text)), limitMs);
  try {
    return await work(controller.signal);
  } catch (error) {
    controller.abort(error);
    throw controller.signal.reason;
  } finally {
    clearTimeout(timer);
    stopper?.removeEventListener('abort', stop);
  }
}

/** Settles as `work` does, or rejects as soon as `signal` is aborted. `work` then continues unobserved. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

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

/** Resolves when `work` resolves or after the limit, whichever comes first. Rejects as `work` does. */
export function waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, limitMs);
    work.then(() => resolve(), reject).finally(() => clearTimeout(timer));
  });
}
