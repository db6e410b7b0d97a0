/** Lets sending give way to submissions in a process that does both. */
export interface GiveWay {
  /** A request has arrived. */
  onArrival(): void;
  /** Waited for before each claim: while many requests arrive, claims come at most ten times a second. */
  pace(): Promise<void>;
}

/** Of arrivals in a second: fewer leave room for both. */
const busyArrivals = 20;
const windowMs = 1000;
const pauseMs = 100;

export function createGiveWay(): GiveWay {
  let windowEndsAt = 0;
  let arrivals = 0;
  let busyUntil = 0;
  let lastClaim: Promise<void> = Promise.resolve();

  return {
    onArrival() {
      const now = performance.now();
      if (now > windowEndsAt) {
        windowEndsAt = now + windowMs;
        arrivals = 0;
      }
      arrivals += 1;
      if (arrivals > busyArrivals) busyUntil = now + windowMs;
    },
    async pace() {
      if (performance.now() >= busyUntil) return;
      // One behind the other: many channels together give way as one does.
      lastClaim = lastClaim.then(() => new Promise((resolve) => setTimeout(resolve, pauseMs)));
      await lastClaim;
    },
  };
}
