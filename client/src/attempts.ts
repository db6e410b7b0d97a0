import { longestRetryAfterMs, parseRetryAfter, pause, pauseBefore } from './pause.ts';
import { isPassing } from './read-answer.ts';
import { exchangeWithin } from './stall-limit.ts';
import type { Failure } from './submission-result.ts';
import type { Answer, Exchange, Transport } from './transport.ts';

/** Told before a call is tried once more. */
export interface Retry {
  /** Of the attempt that comes: 2, 3, … */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly waitMs: number;
  /** What the last answer was; null when none came. */
  readonly status: number | null;
}

export interface Persistence {
  readonly transport: Transport;
  readonly stallMs: number;
  /** How often a call is repeated that got no answer, or one that may pass. */
  readonly retries: number;
  onRetry(retry: Retry): void;
  /** Asked when no answer came: whether what is to be sent is still there. */
  canRepeat(): Promise<boolean>;
}

/** The last answer; without one, why not. */
export type Outcome = { readonly answer: Answer } | { readonly failure: Failure };

export async function exchangeWithRetries(exchange: Exchange, persistence: Persistence): Promise<Outcome> {
  const { transport, stallMs, retries, onRetry, canRepeat } = persistence;
  const maxAttempts = retries + 1;
  for (let attempt = 1; ; attempt += 1) {
    if (exchange.signal.aborted) return { failure: { code: 'aborted' } };
    const answer = await exchangeWithin(stallMs, transport, exchange).catch(() => null);
    if (answer && !isPassing(answer.status)) return { answer };
    if (exchange.signal.aborted) return { failure: { code: 'aborted' } };
    const retryAfterMs = answer && parseRetryAfter(answer.retryAfter, Date.now());
    if (attempt === maxAttempts || (retryAfterMs ?? 0) > longestRetryAfterMs) {
      return answer ? { answer } : { failure: { code: 'unreachable' } };
    }
    if (!answer && !(await canRepeat())) return { failure: { code: 'unreachable' } };
    const waitMs = pauseBefore(attempt + 1, retryAfterMs);
    onRetry({ attempt: attempt + 1, maxAttempts, waitMs, status: answer?.status ?? null });
    await pause(waitMs, exchange.signal);
  }
}
