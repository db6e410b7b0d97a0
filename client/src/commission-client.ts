import { exchangeWithRetries, type Persistence, type Retry } from './attempts.ts';
import type { Catalogue } from './catalogue.ts';
import type { CommissionPayload } from './commission-payload.ts';
import { sendByFetch } from './fetch-transport.ts';
import { createIdempotencyKey } from './idempotency-key.ts';
import type { Limits } from './limits.ts';
import { encodeMultipart } from './multipart-body.ts';
import { type Progress, progressAt } from './progress.ts';
import { readAnswer, readSubmissionFailure } from './read-answer.ts';
import type { Receipt, Result, SubmissionFailure } from './submission-result.ts';
import { findUnreadable } from './unreadable-file.ts';
import { sendByXhr } from './xhr-transport.ts';

export type { Retry } from './attempts.ts';
export type { Catalogue, CatalogueEntry, CatalogueText, CommissionType } from './catalogue.ts';
export type { CommissionPayload } from './commission-payload.ts';
export { createIdempotencyKey } from './idempotency-key.ts';
export type { Limits } from './limits.ts';
export type { FileProgress, Progress } from './progress.ts';
export type { Failure, Receipt, Result, SubmissionFailure, ValidationIssue } from './submission-result.ts';

export interface CommissionClientOptions {
  /** The service's address with its public path, such as `https://example.org/studio/`; in a page it may be relative. */
  readonly endpoint: string;
  /** How long a connection may neither send nor answer before it counts as lost. Two minutes unless told. */
  readonly stallMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** How often a call is repeated that got no answer, 408, 409, 429 or 5xx. 4 unless told. */
  readonly retries?: number;
  onRetry?(retry: Retry): void;
}

export interface SubmitOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. The same key with the same form is stored once, for 24 hours, however often it is
   * sent. A new one for each call unless told.
   */
  readonly idempotencyKey?: string;
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

export function createCommissionClient({ endpoint, stallMs = 120_000 }: CommissionClientOptions): CommissionClient {
  const base = new URL(endpoint.endsWith('/') ? endpoint : `${endpoint}/`, globalThis.location?.href);
  const transport = typeof XMLHttpRequest === 'undefined' ? sendByFetch : sendByXhr;

  return {
    async submit(payload, files = [], options = {}) {
      const { idempotencyKey = createIdempotencyKey(), onProgress } = options;
      const body = encodeMultipart(payload, files, `commission-${createIdempotencyKey()}`);
      const outcome = await exchangeWithRetries(
        {
          method: 'POST',
          url: address('api/v1/commissions'),
          headers: { 'Content-Type': body.contentType, 'Idempotency-Key': idempotencyKey },
          body: body.blob,
          signal: signalOf(options),
          onSent: (bytes) => onProgress?.(progressAt(bytes, body.blob.size, body.files)),
        },
        persistenceOf(options, async () => (await findUnreadable(files)) === null),
      );
      if ('failure' in outcome) {
        const fileName = outcome.failure.code === 'unreachable' ? await findUnreadable(files) : null;
        return { ok: false, failure: fileName === null ? outcome.failure : { code: 'file-unreadable', fileName } };
      }
      const result = readAnswer<Receipt>(outcome.answer, 201);
      return result.ok ? result : { ok: false, failure: readSubmissionFailure(outcome.answer, result.failure) };
    },
    limits: (options = {}) => read<Limits>('api/v1/limits', options),
    catalogue: (options = {}) => read<Catalogue>('api/v1/catalogue', options),
  };

  async function read<Value>(path: string, options: CallOptions): Promise<Result<Value>> {
    const outcome = await exchangeWithRetries(
      { method: 'GET', url: address(path), headers: {}, body: null, signal: signalOf(options), onSent: () => {} },
      persistenceOf(options, async () => true),
    );
    return 'failure' in outcome ? { ok: false, failure: outcome.failure } : readAnswer<Value>(outcome.answer, 200);
  }

  function address(path: string): string {
    return new URL(path, base).href;
  }

  function persistenceOf({ retries = 4, onRetry }: CallOptions, canRepeat: () => Promise<boolean>): Persistence {
    return { transport, stallMs, retries, onRetry: (retry) => onRetry?.(retry), canRepeat };
  }
}

function signalOf({ signal }: CallOptions): AbortSignal {
  return signal ?? new AbortController().signal;
}
