import { exchangeWithRetries, type Retry, type RetryPolicy } from './attempts.ts';
import { isOriginBlocked } from './blocked-origin.ts';
import type { Challenge, Solution } from './challenge.ts';
import { sendByFetch } from './fetch-transport.ts';
import { createIdempotencyKey } from './idempotency-key.ts';
import { encodeMultipart } from './multipart-body.ts';
import { type Progress, progressAt } from './progress.ts';
import { readReceipt, readResponse, readSubmissionFailure } from './read-response.ts';
import type { Catalogue, CommissionForm, CommissionPayload, Limits, Opening } from './shapes.ts';
import type { Failure, Receipt, Result, SubmissionFailure } from './submission-result.ts';
import { findUnreadable } from './unreadable-file.ts';
import { sendByXhr } from './xhr-transport.ts';

export type { Retry } from './attempts.ts';
export type { Challenge, Solution } from './challenge.ts';
export { createIdempotencyKey } from './idempotency-key.ts';
export type { FileProgress, Progress } from './progress.ts';
export type {
  Catalogue,
  CatalogueEntry,
  CatalogueExample,
  CatalogueExtra,
  CatalogueLabels,
  CatalogueLegal,
  CataloguePicture,
  CataloguePrice,
  CatalogueQuestion,
  CatalogueTerms,
  CatalogueText,
  CatalogueTheme,
  CommissionForm,
  CommissionPayload,
  CommissionType,
  Limits,
  Opening,
  OpeningState,
  PricedEntry,
} from './shapes.ts';
export type { Failure, Receipt, Result, SubmissionFailure, ValidationIssue } from './submission-result.ts';

export interface CommissionClientOptions {
  /** The service's address with its public path, such as `https://example.org/studio/`; in a page it may be relative. */
  readonly endpoint: string;
  /** Maximum time without progress of the upload or a response, in milliseconds. Two minutes by default. */
  readonly stallMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * Maximum retries after no response, 408, 409, 429 or 5xx. 4 by default. A 5xx below 520 other than 502, 503
   * and 504 is retried for at most eight seconds.
   */
  readonly retries?: number;
  onRetry?(retry: Retry): void;
}

export interface SubmitOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. Within 24 hours, the service stores the same form under the same key only once.
   * By default each call gets a new key.
   */
  readonly idempotencyKey?: string;
  /** Tag of the language that the customer has chosen: `de`, `pt-BR`. Mails to the customer are in this language. */
  readonly language?: string;
  /** The details of the form. With more than 256 KiB as JSON, the form is not sent: `request-too-large`. */
  readonly form?: CommissionForm | undefined;
  onProgress?(progress: Progress): void;
}

export interface ProofOptions {
  /** Ends the attempt: the call then resolves with null. */
  readonly signal?: AbortSignal;
  /** Solves the challenge elsewhere, such as in a worker. By default it is solved here. */
  solve?(challenge: Challenge, signal: AbortSignal): Promise<Solution>;
}

/** The calls never reject: failures are results too. */
export interface CommissionClient {
  /** Sends a form with its attachments. The service keeps the order of the attachments. */
  submit(
    payload: CommissionPayload,
    files?: readonly File[],
    options?: SubmitOptions,
  ): Promise<Result<Receipt, SubmissionFailure>>;
  limits(options?: CallOptions): Promise<Result<Limits>>;
  catalogue(options?: CallOptions): Promise<Result<Catalogue>>;
  /**
   * Asks for a challenge and solves it, while the catalogue has `guard`. Resolves with the `proof` of a form, or with null if
   * there is no challenge: the form is then sent without a proof.
   */
  proof(options?: ProofOptions): Promise<string | null>;
  /** Whether the studio takes requests at the moment. */
  availability(options?: CallOptions): Promise<Result<Opening>>;
}

/** The service drops a larger `form`. */
const maxFormBytes = 256 * 1024;

/** A proof counts for 20 minutes. Older than this, it may expire on its way. */
export const freshProofMs = 15 * 60_000;
const mostChallenges = 3;
const challengeRetries = 2;

/** Other values are not valid in a header, or would cause a CORS preflight. */
const languageTag = /^[a-z]{2,8}(-[a-z0-9]{1,8}){0,8}$/i;

export function createCommissionClient({ endpoint, stallMs = 120_000 }: CommissionClientOptions): CommissionClient {
  const base = new URL(endpoint.endsWith('/') ? endpoint : `${endpoint}/`, globalThis.location?.href);
  const transport = typeof XMLHttpRequest === 'undefined' ? sendByFetch : sendByXhr;

  return {
    async submit(payload, files = [], options = {}) {
      const { idempotencyKey = createIdempotencyKey(), language = '', form, onProgress } = options;
      if (form !== undefined && new Blob([JSON.stringify(form)]).size > maxFormBytes)
        return { ok: false, failure: { code: 'request-too-large' } };
      const body = encodeMultipart(payload, files, `commission-${createIdempotencyKey()}`, form);
      const url = address('api/v1/commissions');
      const outcome = await exchangeWithRetries(
        {
          method: 'POST',
          url,
          headers: {
            'Content-Type': body.contentType,
            'Idempotency-Key': idempotencyKey,
            ...(languageTag.test(language) && { 'Content-Language': language }),
          },
          body: body.blob,
          signal: signalOf(options),
          onSent: (bytes) => onProgress?.(progressAt(bytes, body.blob.size, body.files)),
        },
        policyOf(options, async () => {
          const fileName = await findUnreadable(files);
          return fileName === null ? findBlock() : { code: 'file-unreadable' as const, fileName };
        }),
      );
      if ('failure' in outcome) return { ok: false, failure: outcome.failure };
      const result = readReceipt(outcome.response, url);
      return result.ok ? result : { ok: false, failure: readSubmissionFailure(outcome.response, result.failure) };
    },
    limits: (options = {}) => read<Limits>('api/v1/limits', options),
    catalogue: (options = {}) =>
      read<Catalogue>('api/v1/catalogue', options, (catalogue, now) =>
        catalogue.opening ? { ...catalogue, opening: { ...catalogue.opening, now } } : catalogue,
      ),
    async proof({ signal = new AbortController().signal, solve } = {}) {
      try {
        // Most pages are never asked for a proof, and need not load this.
        const { proofOf, solveChallenge } = await import('./challenge.ts');
        for (let left = mostChallenges; left > 0; left -= 1) {
          const askedAtMs = Date.now();
          const asked = await read<Challenge>('api/v1/challenge', { signal, retries: challengeRetries });
          if (!asked.ok) return null;
          const proof = proofOf(asked.value, await (solve ?? solveChallenge)(asked.value, signal));
          // A computer that has slept meanwhile has a proof that no longer counts.
          if (Date.now() - askedAtMs < freshProofMs) return proof;
        }
        return null;
      } catch {
        return null;
      }
    },
    availability: (options = {}) =>
      read<Opening>('api/v1/availability', options, (opening, now) => ({ ...opening, now })),
  };

  async function read<Value>(
    path: string,
    options: CallOptions,
    withNow: (value: Value, now: string) => Value = (value) => value,
  ): Promise<Result<Value>> {
    const outcome = await exchangeWithRetries(
      { method: 'GET', url: address(path), headers: {}, body: null, signal: signalOf(options), onSent: () => {} },
      policyOf(options, findBlock),
    );
    if ('failure' in outcome) return { ok: false, failure: outcome.failure };
    const result = readResponse<Value>(outcome.response, 200);
    const { date } = outcome.response;
    return result.ok && date !== null ? { ok: true, value: withNow(result.value, date) } : result;
  }

  function address(path: string): string {
    return new URL(path, base).href;
  }

  async function findBlock(): Promise<Extract<Failure, { code: 'blocked' }> | null> {
    return (await isOriginBlocked(address('api/v1/limits'))) ? { code: 'blocked' } : null;
  }

  function policyOf<Cause>(
    { retries = 4, onRetry }: CallOptions,
    findCause: () => Promise<Cause | null>,
  ): RetryPolicy<Cause> {
    return { transport, stallMs, retries, onRetry: (retry) => onRetry?.(retry), findCause };
  }
}

function signalOf({ signal }: CallOptions): AbortSignal {
  return signal ?? new AbortController().signal;
}
