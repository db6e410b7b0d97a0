/** Delays deliveries and search rows while submissions arrive, in a process that does both. */
export interface SubmissionPriority {
  /** Counts a request that has arrived. */
  onArrival(): void;
  /** True while many requests arrive. */
  isBusy(): boolean;
  /** Delays a claim while many requests arrive: at most ten claims a second, and fewer the more requests arrive. */
  pace(): Promise<void>;
}

/** Arrivals in a second above which claims are delayed. */
const busyArrivals = 20;
const windowMs = 1000;
const shortestPauseMs = 100;
/** A pause can be this long because a delivery takes more than ten times the CPU time of a submission. */
const longestPauseMs = 1000;

export function createSubmissionPriority(): SubmissionPriority {
  let windowEndsAt = 0;
  let arrivals = 0;
  /** Arrivals in the previous window. */
  let arrivalsBefore = 0;
  let busyUntil = 0;
  let lastClaim: Promise<void> = Promise.resolve();

  /** One millisecond for each arrival of a second, within the limits. */
  const pauseMs = () => Math.min(Math.max(arrivals, arrivalsBefore, shortestPauseMs), longestPauseMs);

  const isBusy = () => performance.now() < busyUntil;

  return {
    isBusy,
    onArrival() {
      const now = performance.now();
      if (now > windowEndsAt) {
        arrivalsBefore = now > windowEndsAt + windowMs ? 0 : arrivals;
        windowEndsAt = now + windowMs;
        arrivals = 0;
      }
      arrivals += 1;
      if (arrivals > busyArrivals) busyUntil = now + windowMs;
    },
    async pace() {
      if (!isBusy()) return;
      // Claims wait one after the other, so that many channels together claim no faster than one.
      lastClaim = lastClaim.then(() => new Promise((resolve) => setTimeout(resolve, pauseMs())));
      await lastClaim;
    },
  };
}
