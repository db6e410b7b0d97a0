import { anySignal } from './any-signal.ts';
import { backoffBefore, longestRetryAfterMs, parseRetryAfter, pause } from './pause.ts';
import { isBusy, isRetryable } from './read-response.ts';
import type { Exchange, HttpResponse, Transport } from './transport.ts';

/** A retry, reported before its wait begins. */
export interface Retry {
  /** Number of the attempt that follows: 2, 3, … */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly waitMs: number;
  /** Status of the last response, or null when no response came. */
  readonly status: number | null;
}

export interface RetryPolicy<Cause> {
  readonly transport: Transport;
  readonly stallMs: number;
  /** Maximum retries of a call that got no response or a retryable status. */
  readonly retries: number;
  onRetry(retry: Retry): void;
  /** Called when no response came. Resolves with a cause that no retry can fix, or null. */
  findCause(): Promise<Cause | null>;
}

/** The last response, or the reason why there is no response. */
export type Outcome<Cause> =
  | { readonly response: HttpResponse }
  | { readonly failure: Cause | { readonly code: 'aborted' } | { readonly code: 'unreachable' } };

/**
 * Maximum time of retries after the first server error. A 500 may come from a restarting database or from a permanent
 * misconfiguration. With this limit the call fails within about ten seconds.
 */
const longestServerErrorMs = 8000;

export async function exchangeWithRetries<Cause>(
  exchange: Exchange,
  policy: RetryPolicy<Cause>,
): Promise<Outcome<Cause>> {
  const { transport, stallMs, retries, onRetry, findCause } = policy;
  const maxAttempts = retries + 1;
  let firstServerErrorMs: number | null = null;
  for (let attempt = 1; ; attempt += 1) {
    if (exchange.signal.aborted) return { failure: { code: 'aborted' } };
    const response = await exchangeWithin(stallMs, transport, exchange).catch(() => null);
    if (response && !isRetryable(response.status)) return { response };
    if (exchange.signal.aborted) return { failure: { code: 'aborted' } };
    const cause = response ? null : await findCause();
    if (cause) return { failure: cause };
    const retryAfterMs = response && parseRetryAfter(response.retryAfter, Date.now());
    const waitMs = backoffBefore(attempt + 1, retryAfterMs);
    const end: Outcome<Cause> = response ? { response } : { failure: { code: 'unreachable' } };
    if (attempt === maxAttempts || (retryAfterMs ?? 0) > longestRetryAfterMs) return end;
    if (response && !isBusy(response.status)) {
      firstServerErrorMs ??= performance.now();
      if (performance.now() + waitMs - firstServerErrorMs > longestServerErrorMs) return end;
    }
    onRetry({ attempt: attempt + 1, maxAttempts, waitMs, status: response?.status ?? null });
    await pause(waitMs, exchange.signal);
  }
}

/** Aborts an exchange when no byte is sent and no response arrives for `stallMs`. A dead network raises no error. */
async function exchangeWithin(stallMs: number, transport: Transport, exchange: Exchange): Promise<HttpResponse> {
  const stall = new AbortController();
  const giveUp = () => stall.abort();
  let timer = setTimeout(giveUp, stallMs);
  try {
    return await transport({
      ...exchange,
      signal: anySignal([exchange.signal, stall.signal]),
      onSent(bytes) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, stallMs);
        exchange.onSent(bytes);
      },
    });
  } finally {
    clearTimeout(timer);
  }
}
