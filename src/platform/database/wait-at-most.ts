/** Resolves when `work` resolves or after the limit, whichever comes first. Rejects as `work` does. */
export function waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, limitMs);
    work.then(() => resolve(), reject).finally(() => clearTimeout(timer));
  });
}
