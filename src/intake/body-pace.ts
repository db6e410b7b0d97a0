import { RequestTimeoutError } from '../submission/request-timeout-error.ts';
import type { ReceivedForm } from './received-form.ts';

export interface PaceLimits {
  /** A body that brings less than this, on average over a window, is given up. */
  readonly minBodyBytesPerSecond: number;
  readonly bodyRateWindowMs: number;
  /** For the whole body. */
  readonly submissionMs: number;
}

/** Sees to it that a body keeps coming and comes to an end. */
export interface BodyPace {
  /** The sender was kept waiting by us: the window under way does not count. */
  waive(): void;
  stop(): void;
}

/** @param giveUp Called at most once, with a RequestTimeoutError. */
export function watchPace(received: ReceivedForm, limits: PaceLimits, giveUp: (error: Error) => void): BodyPace {
  const { minBodyBytesPerSecond, bodyRateWindowMs, submissionMs } = limits;
  const minBytes = (minBodyBytesPerSecond * bodyRateWindowMs) / 1000;
  let bytesBefore = 0;
  let isWaived = false;

  const window = setInterval(() => {
    const isTooSlow = !isWaived && received.bodyBytes - bytesBefore < minBytes;
    bytesBefore = received.bodyBytes;
    isWaived = false;
    if (isTooSlow) end(`The body came at less than ${minBodyBytesPerSecond} bytes a second`);
  }, bodyRateWindowMs);
  const deadline = setTimeout(() => end(`The body took longer than ${submissionMs} ms`), submissionMs);

  function end(reason: string): void {
    stop();
    giveUp(new RequestTimeoutError(reason));
  }

  function stop(): void {
    clearInterval(window);
    clearTimeout(deadline);
  }

  return {
    waive() {
      isWaived = true;
    },
    stop,
  };
}
