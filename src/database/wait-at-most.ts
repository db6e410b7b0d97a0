/** Resolves when `work` does or the limit is over, whichever comes first; rejects as `work` does. */
export function waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, limitMs);
    work.then(() => resolve(), reject).finally(() => clearTimeout(timer));
  });
}
