const now = performance.now.bind(performance);

let aheadMs = 0;

/**
 * Lets this process believe that so much more time has passed since it started. Timers are not affected. The clock
 * never goes back, because a reader would wait until it reaches that time again.
 */
export function advanceClock(ms: number): void {
  aheadMs += ms;
  performance.now = () => now() + aheadMs;
}

/** Stops the clock while `work` runs, however long that takes. */
export async function atOneMoment(work: () => Promise<void>): Promise<void> {
  const running = performance.now;
  const moment = performance.now();
  performance.now = () => moment;
  try {
    await work();
  } finally {
    performance.now = running;
  }
}
