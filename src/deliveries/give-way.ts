/** Lets sending give way to submissions in a process that does both. */
export interface GiveWay {
  /** A request has arrived. */
  onArrival(): void;
  /** Waited for before each claim: while many requests arrive, claims come ten times a second at most, and the more the rarer. */
  pace(): Promise<void>;
}

/** Of arrivals in a second: fewer leave room for both. */
const busyArrivals = 20;
const windowMs = 1000;
const shortestPauseMs = 100;
/** A delivery takes more than ten times the CPU time of a submission. */
const longestPauseMs = 1000;

export function createGiveWay(): GiveWay {
  let windowEndsAt = 0;
  let arrivals = 0;
  /** Of the window before. */
  let arrivalsBefore = 0;
  let busyUntil = 0;
  let lastClaim: Promise<void> = Promise.resolve();

  /** A millisecond for each request of a second. */
  const pauseMs = () => Math.min(Math.max(arrivals, arrivalsBefore, shortestPauseMs), longestPauseMs);

  return {
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
      if (performance.now() >= busyUntil) return;
      // One behind the other: many channels together give way as one does.
      lastClaim = lastClaim.then(() => new Promise((resolve) => setTimeout(resolve, pauseMs())));
      await lastClaim;
    },
  };
}
