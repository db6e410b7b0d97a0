/**
 * Runs `work` with a signal that is aborted with `stopped`, and with a `TimeoutError` after `limitMs`. Settles as `work` does.
 *
 * Not `AbortSignal.any` of an `AbortSignal.timeout`: Node 20 collects the timeout signal, which then never fires, and remembers each
 * combined signal for as long as `stopped` lives.
 */
export async function withinLimit<T>(
  limitMs: number,
  stopped: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const follow = () => controller.abort(stopped.reason);
  const expire = () => controller.abort(new DOMException(`It took longer than ${limitMs} ms`, 'TimeoutError'));
  if (stopped.aborted) follow();
  stopped.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(expire, limitMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', follow);
  }
}
