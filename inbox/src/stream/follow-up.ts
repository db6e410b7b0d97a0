/** Delay that combines events in quick succession, such as those of a bulk change. */
const gatherMs = 400;

/** Work that events trigger. Runs do not overlap, so that an older response cannot replace a newer one. */
export interface FollowUp {
  now(): void;
  /**
   * Starts a run within 400 ms. During a run it starts another run afterwards, because the current one may have read
   * older data than the event.
   */
  soon(): void;
  /** Cancels the scheduled run. */
  stop(): void;
}

/** @param run Must not reject. */
export function createFollowUp(run: () => Promise<void>): FollowUp {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let askedAgain = false;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    askedAgain = false;
  }

  function soon(): void {
    if (running) askedAgain = true;
    else timer ??= setTimeout(now, gatherMs);
  }

  async function start(): Promise<void> {
    stop();
    running = true;
    await run();
    running = false;
    if (askedAgain) soon();
  }

  function now(): void {
    if (running) askedAgain = true;
    else void start();
  }

  return { now, soon, stop };
}
