/** Delay that combines events in quick succession, such as those of a bulk change. */
const delayMs = 400;

/** Work that events trigger. Runs do not overlap, so that an older response cannot replace a newer one. */
interface ThrottledTask {
  run(): void;
  /**
   * Starts a run within 400 ms. During a run it starts another run afterwards, because the current one may have read
   * older data than the event.
   */
  schedule(): void;
  /** Cancels the scheduled run. */
  cancel(): void;
}

/** @param work Must not reject. */
export function createThrottledTask(work: () => Promise<void>): ThrottledTask {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isRunPending = false;

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    isRunPending = false;
  }

  function schedule(): void {
    if (isRunning) isRunPending = true;
    else timer ??= setTimeout(run, delayMs);
  }

  async function start(): Promise<void> {
    cancel();
    isRunning = true;
    await work();
    isRunning = false;
    if (isRunPending) schedule();
  }

  function run(): void {
    if (isRunning) isRunPending = true;
    else void start();
  }

  return { run, schedule, cancel };
}
