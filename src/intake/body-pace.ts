import { RequestTimeoutError } from '../failure/errors.ts';

/** How much of a form has come so far. Kept up to date while it is read. */
export interface ReceivedForm {
  bodyBytes: number;
  files: number;
}

export interface PaceLimits {
  /** A body that brings less than this, on average over a window, is rejected. */
  readonly minBodyBytesPerSecond: number;
  readonly bodyRateWindowMs: number;
  /** For the whole body. */
  readonly submissionMs: number;
}

/** A body on its way, for whoever has to choose between senders. */
export interface BodyUnderWay {
  /** Bytes a second on average; null while it is too early to tell, or while the service keeps the sender waiting. */
  bytesPerSecond(): number | null;
  /** Bytes that have arrived. */
  receivedBytes(): number;
  /** Ends the reading with a timeout. */
  timeOut(): void;
}

/** Rejects a body that comes too slowly or takes too long. */
interface BodyPace extends BodyUnderWay {
  /** The service keeps the sender waiting until `resume`. A window in which that happens begins anew behind it. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** An average over less says little of the sender. */
const minAverageMs = 5000;

/** @param onTimeout Called at most once. */
export function watchPace(
  received: ReceivedForm,
  limits: PaceLimits,
  onTimeout: (error: RequestTimeoutError) => void,
): BodyPace {
  const { minBodyBytesPerSecond, bodyRateWindowMs, submissionMs } = limits;
  let isPaused = false;
  let isOver = false;
  /** Of the window before, while this one is too short. */
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
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      startWindow(null);
      window.refresh();
    },
    bytesPerSecond() {
      if (isOver || isPaused) return null;
      const elapsedMs = performance.now() - windowStart;
      return elapsedMs < minAverageMs ? lastAverage : ((received.bodyBytes - bytesAtStart) * 1000) / elapsedMs;
    },
    receivedBytes: () => received.bodyBytes,
    timeOut: () => end('The body came too slowly while others found no place'),
    stop,
  };
}
