// For the inbox, in browsers that `build-targets.ts` names: Chrome before 120, Firefox 115, Safari before 17.4.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};

AbortSignal.any ??= (signals) => {
  const any = new AbortController();
  for (const signal of signals) {
    const abort = () => any.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { signal: any.signal });
  }
  return any.signal;
};

Element.prototype.checkVisibility ??= function (this: Element) {
  return this.getClientRects().length > 0;
};
