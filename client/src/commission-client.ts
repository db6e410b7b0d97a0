import { exchangeWithRetries, type Retry, type RetryPolicy } from './attempts.ts';
import { isOriginBlocked } from './blocked-origin.ts';
import type { Catalogue } from './catalogue.ts';
import type { CommissionPayload } from './commission-payload.ts';
import { sendByFetch } from './fetch-transport.ts';
import { createIdempotencyKey } from './idempotency-key.ts';
import type { Limits } from './limits.ts';
import { encodeMultipart } from './multipart-body.ts';
import { type Progress, progressAt } from './progress.ts';
import { readReceipt, readResponse, readSubmissionFailure } from './read-response.ts';
import type { Failure, Receipt, Result, SubmissionFailure } from './submission-result.ts';
import { findUnreadable } from './unreadable-file.ts';
import { sendByXhr } from './xhr-transport.ts';

export type { Retry } from './attempts.ts';
export type { Catalogue, CatalogueEntry, CatalogueLabels, CatalogueText, CommissionType } from './catalogue.ts';
export type { CommissionPayload } from './commission-payload.ts';
export { createIdempotencyKey } from './idempotency-key.ts';
export type { Limits } from './limits.ts';
export type { FileProgress, Progress } from './progress.ts';
export type { Failure, Receipt, Result, SubmissionFailure, ValidationIssue } from './submission-result.ts';

export interface CommissionClientOptions {
  /** The service's address with its public path, such as `https://example.org/studio/`; in a page it may be relative. */
  readonly endpoint: string;
  /** How long a connection may neither send nor receive a byte before it counts as lost. Two minutes by default. */
  readonly stallMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** How often a call is repeated that got no response, 408, 409, 429 or 5xx; 4 by default. A 500 for eight seconds at most. */
  readonly retries?: number;
  onRetry?(retry: Retry): void;
}

export interface SubmitOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. The same key with the same form is stored once, for 24 hours, however often it is
   * sent. A new one for each call by default.
   */
  readonly idempotencyKey?: string;
  /** The one that the customer has chosen, as a tag: `de`, `pt-BR`. Mails to the customer are written in it. */
  readonly language?: string;
  onProgress?(progress: Progress): void;
}

/** Never rejects: every end of a call is a result. */
export interface CommissionClient {
  /** Sends a form with its attachments, kept in their order. */
  submit(
    payload: CommissionPayload,
    files?: readonly File[],
    options?: SubmitOptions,
  ): Promise<Result<Receipt, SubmissionFailure>>;
  limits(options?: CallOptions): Promise<Result<Limits>>;
  catalogue(options?: CallOptions): Promise<Result<Catalogue>>;
}

/** Anything else could not be sent, or would have a browser ask the service for leave. */
const languageTag = /^[a-z]{2,8}(-[a-z0-9]{1,8}){0,8}$/i;

export function createCommissionClient({ endpoint, stallMs = 120_000 }: CommissionClientOptions): CommissionClient {
  const base = new URL(endpoint.endsWith('/') ? endpoint : `${endpoint}/`, globalThis.location?.href);
  const transport = typeof XMLHttpRequest === 'undefined' ? sendByFetch : sendByXhr;

  return {
    async submit(payload, files = [], options = {}) {
      const { idempotencyKey = createIdempotencyKey(), language = '', onProgress } = options;
      const body = encodeMultipart(payload, files, `commission-${createIdempotencyKey()}`);
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
    catalogue: (options = {}) => read<Catalogue>('api/v1/catalogue', options),
  };

  async function read<Value>(path: string, options: CallOptions): Promise<Result<Value>> {
    const outcome = await exchangeWithRetries(
      { method: 'GET', url: address(path), headers: {}, body: null, signal: signalOf(options), onSent: () => {} },
      policyOf(options, findBlock),
    );
    return 'failure' in outcome ? { ok: false, failure: outcome.failure } : readResponse<Value>(outcome.response, 200);
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
