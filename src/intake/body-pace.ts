import { RequestTimeoutError } from '../submission/request-timeout-error.ts';
import type { ReceivedForm } from './received-form.ts';

export interface PaceLimits {
  /** A body that brings less than this, on average over a window, is given up. */
  readonly minBodyBytesPerSecond: number;
  readonly bodyRateWindowMs: number;
  /** For the whole body. */
  readonly submissionMs: number;
}

/** A body on its way, for whoever has to choose between senders. */
export interface BodyUnderWay {
  /** Bytes a second on average; null while it is too early to tell, or the sender is not the one who keeps it waiting. */
  bytesPerSecond(): number | null;
  /** Lets the sender go. */
  giveUp(): void;
}

/** Sees to it that a body keeps coming and comes to an end. */
export interface BodyPace extends BodyUnderWay {
  /** We keep the sender waiting until `resume`: neither this time nor the window that it is in counts. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Of a body that has come whole before it is read, as most small ones have: no timers. */
export const arrived: BodyPace = { pause() {}, resume() {}, stop() {}, bytesPerSecond: () => null, giveUp() {} };

/** From here on an average tells something of the sender. */
const tellingMs = 5000;

/** @param onGivenUp Called at most once, with a RequestTimeoutError. */
export function watchPace(received: ReceivedForm, limits: PaceLimits, onGivenUp: (error: Error) => void): BodyPace {
  const { minBodyBytesPerSecond, bodyRateWindowMs, submissionMs } = limits;
  const minBytes = (minBodyBytesPerSecond * bodyRateWindowMs) / 1000;
  let bytesBefore = 0;
  let isWaived = false;
  let isPaused = false;
  let isOver = false;
  let since = performance.now();
  let bytesSince = 0;

  const window = setInterval(() => {
    const isTooSlow = !isWaived && received.bodyBytes - bytesBefore < minBytes;
    bytesBefore = received.bodyBytes;
    isWaived = isPaused;
    if (isTooSlow) end(`The body came at less than ${minBodyBytesPerSecond} bytes a second`);
  }, bodyRateWindowMs);
  const deadline = setTimeout(() => end(`The body took longer than ${submissionMs} ms`), submissionMs);

  function end(reason: string): void {
    if (isOver) return;
    stop();
    onGivenUp(new RequestTimeoutError(reason));
  }

  function stop(): void {
    isOver = true;
    clearInterval(window);
    clearTimeout(deadline);
  }

  return {
    pause() {
      isPaused = true;
      isWaived = true;
    },
    resume() {
      isPaused = false;
      since = performance.now();
      bytesSince = received.bodyBytes;
    },
    bytesPerSecond() {
      const elapsedMs = performance.now() - since;
      if (isOver || isPaused || elapsedMs < tellingMs) return null;
      return ((received.bodyBytes - bytesSince) * 1000) / elapsedMs;
    },
    giveUp: () => end('The body came too slowly while others found no place'),
    stop,
  };
}
