/** Returns a signal that aborts with the first of these. Browsers from before March 2024 may have no `AbortSignal.any`. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    const abort = () => any.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { signal: any.signal });
  }
  return any.signal;
}
