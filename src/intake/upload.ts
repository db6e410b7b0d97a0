import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '../objects/object-store.ts';
import type { SubmittedFile } from '../submission/submission.ts';
import { withinLimit } from '../waiting/within-limit.ts';

export interface UploadLimits {
  /** How long an upload stays this process's own without a sign of life. */
  readonly leaseMs: number;
  /** A bound on storing one attachment, all attempts together. Shorter than the lease. */
  readonly putMs: number;
  /** How often storing one attachment is tried. */
  readonly attempts: number;
  /** A bound on storing all attachments of one submission. */
  readonly submissionMs: number;
}

const firstPauseMs = 100;

const transientStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** S3 says with a status of 400 that a body did not come in time. */
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
 * Stores the attachments one after the other in their order (C25). What may pass is tried again, the bytes sent anew
 * each time. Rejects with the last failure, or when the upload is given up, as it is here when its time is over.
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
    await withinLimit(limitMs, [held], store, 'Storing an attachment ran into its timeout');
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
      // Twice as long each time, jittered by half.
      const pauseMs = firstPauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      await sleep(pauseMs, undefined, { signal }).catch(() => {
        // It says more than that the time is over.
        throw error;
      });
    }
  }
}

/** Whether a retry may succeed: by the status of the store's response, or the network's error. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  const code = 'code' in error ? (error.code as string) : '';
  if ('status' in error) return transientStatuses.has(error.status as number) || transientS3Codes.has(code);
  return transientCodes.has(code);
}
