const leastRounds = 7;
const mostRounds = 100;
const times = 16;
/** Shorter times cannot be measured well. */
const leastMicroseconds = 100;

/** A growth far from that of linear work, which is 16, and from that of quadratic work, which is 256. */
export const superlinear = 64;

/**
 * Returns how much more `work` costs for a length 16 times as long. The cheapest run of each length counts, by the time
 * of the processor, and a growth that seems superlinear is measured for more rounds: a slow machine, a collection of
 * garbage or a compilation beside some runs changes little.
 */
export function growthOfWork(work: (length: number) => unknown, length: number): number {
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= mostRounds; round += 1) {
    short = Math.min(short, cost(work, length));
    long = Math.min(long, cost(work, times * length));
    if (round >= leastRounds && long / short < superlinear) break;
  }
  return long / short;
}

function cost(work: (length: number) => unknown, length: number): number {
  const before = process.cpuUsage();
  work(length);
  const { user, system } = process.cpuUsage(before);
  return Math.max(leastMicroseconds, user + system);
}
