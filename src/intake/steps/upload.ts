import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { withinLimit } from '../../platform/waiting/within-limit.ts';
import type { SubmittedFile } from '../submission/submission.ts';

export interface UploadLimits {
  /** How long this process keeps an upload without renewing the lease. */
  readonly leaseMs: number;
  /** Time limit for storing one attachment, all attempts together. Shorter than the lease. */
  readonly putMs: number;
  /** Maximum attempts to store one attachment. */
  readonly attempts: number;
  /** Time limit for storing all attachments of one submission. */
  readonly submissionMs: number;
}

const firstPauseMs = 100;

const transientStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** From 520 on, a network in front of the store says that it did not reach it, such as Cloudflare's. */
const isTransientStatus = (status: number) => transientStatuses.has(status) || status >= 520;
/** S3 responds with status 400 and this code when a body did not arrive in time. */
const transientS3Codes = new Set(['RequestTimeout']);
const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/**
 * Stores the attachments one after the other, in order (C25). Retries transient failures, and sends the bytes from the
 * start each time. Rejects with the last failure, at the time limit, or when `held` is aborted.
 */
export async function uploadAll(
  files: readonly SubmittedFile[],
  objects: Pick<ObjectStore, 'put'>,
  limits: UploadLimits,
  held: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + limits.submissionMs;
  for (const file of files) {
    const limitMs = Math.min(limits.putMs, endsAt - performance.now());
    const store = (signal: AbortSignal) => upload(file, objects, limits.attempts, signal);
    await withinLimit(limitMs, held, store, 'Storing an attachment ran into its timeout');
  }
}

async function upload(
  file: SubmittedFile,
  objects: Pick<ObjectStore, 'put'>,
  attempts: number,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await objects.put(file.key, file.attachment, { signal });
    } catch (error) {
      if (attempt >= attempts || signal.aborted || !isTransient(error)) throw error;
      // Exponential backoff with a jitter of 25 % either way.
      const pauseMs = firstPauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      await sleep(pauseMs, undefined, { signal }).catch(() => {
        // The store's error is more informative than the timeout.
        throw error;
      });
    }
  }
}

/** True when a retry may succeed, judged by the status of the store's response or the network error. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  const code = 'code' in error ? (error.code as string) : '';
  if ('status' in error) return isTransientStatus(error.status as number) || transientS3Codes.has(code);
  return transientCodes.has(code);
}
