import { RequestTimeoutError } from '../../platform/failure/errors.ts';

/** The amount of a form that has arrived so far. Updated while the form is read. */
export interface ReceivedForm {
  bodyBytes: number;
  files: number;
  /** Whether a file was dropped whose name shows that it was meant to be an attachment (C4). */
  hasMisnamedFile: boolean;
}

export interface PaceLimits {
  /** A body with a lower average rate over one window is rejected. */
  readonly minBodyBytesPerSecond: number;
  readonly bodyRateWindowMs: number;
  /** Maximum time for the whole body. */
  readonly submissionMs: number;
}

/** A body that is being received, as the admission sees it when it decides which sender to time out. */
export interface BodyUnderWay {
  /** Average bytes per second, or null while it is too early to measure or while the service has paused reading. */
  bytesPerSecond(): number | null;
  /** Aborts reading with a timeout error. */
  timeOut(): void;
}

/** An average over a shorter time is not meaningful. */
const minAverageMs = 5000;

/** Times out a body that arrives too slowly or takes too long. @param onTimeout Called at most once. */
export function watchPace(received: ReceivedForm, limits: PaceLimits, onTimeout: (error: RequestTimeoutError) => void) {
  const { minBodyBytesPerSecond, bodyRateWindowMs, submissionMs } = limits;
  let isPaused = false;
  let isOver = false;
  /** The average of the previous window, used while the current window is shorter than `minAverageMs`. */
  let lastAverage: number | null = null;
  let windowStart = performance.now();
  let bytesAtStart = received.bodyBytes;
  const window = setInterval(endWindow, bodyRateWindowMs);
  const deadline = setTimeout(() => end(`The body took longer than ${submissionMs} ms`), submissionMs);

  function endWindow(): void {
    if (isPaused) return;
    const average = ((received.bodyBytes - bytesAtStart) * 1000) / bodyRateWindowMs;
    if (average < minBodyBytesPerSecond) end(`The body came at less than ${minBodyBytesPerSecond} bytes a second`);
    startWindow(average);
  }

  function startWindow(averageBefore: number | null): void {
    lastAverage = averageBefore;
    windowStart = performance.now();
    bytesAtStart = received.bodyBytes;
  }

  function end(reason: string): void {
    if (isOver) return;
    stop();
    onTimeout(new RequestTimeoutError(reason));
  }

  function stop(): void {
    isOver = true;
    clearInterval(window);
    clearTimeout(deadline);
  }

  return {
    /** Pauses the measurement, because the service has paused reading. */
    pause(): void {
      isPaused = true;
    },
    /** Starts a new window. */
    resume(): void {
      isPaused = false;
      startWindow(null);
      window.refresh();
    },
    /** See `BodyUnderWay`. */
    bytesPerSecond(): number | null {
      if (isOver || isPaused) return null;
      const elapsedMs = performance.now() - windowStart;
      return elapsedMs < minAverageMs ? lastAverage : ((received.bodyBytes - bytesAtStart) * 1000) / elapsedMs;
    },
    timeOut: () => end('The body came too slowly while others waited for room'),
    stop,
  };
}
