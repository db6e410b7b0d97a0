/** For more events that come at the same time, as those of a bulk change. */
const gatherMs = 400;

/** Work that events ask for. It runs once at a time, so that an older answer does not replace a newer one. */
export interface FollowUp {
  now(): void;
  /** Within 400 ms, or behind the run that is under way: what it reads may be older than the event. */
  soon(): void;
  /** Nothing begins after it. */
  stop(): void;
}

/** @param run Does not reject. */
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
