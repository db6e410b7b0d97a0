const runs = 7;
const times = 16;
/** What is faster cannot be measured well. */
const leastMicroseconds = 100;

/** A growth far from that of linear work, which is 16, and from that of quadratic work, which is 256. */
export const superlinear = 64;

/**
 * Returns how much more `work` costs for a length 16 times as long. The cheapest of several runs counts, by the time of
 * the processor, so that a slow or busy machine changes little.
 */
export function growthOfWork(work: (length: number) => unknown, length: number): number {
  return cost(() => work(times * length)) / cost(() => work(length));
}

function cost(work: () => unknown): number {
  const costs = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.max(leastMicroseconds, Math.min(...costs));
}
