import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '../objects/object-store.ts';
import type { SubmittedFile } from '../submission/submission.ts';
import type { Heartbeat } from './heartbeat.ts';
import { isTransient } from './transient-error.ts';

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

/**
 * Stores the attachments one after the other in their order (C25). What may pass is tried again, the bytes sent anew
 * each time. Rejects with the last failure, or when the upload is given up, as it is here when its time is over.
 */
export async function uploadAll(
  files: readonly SubmittedFile[],
  objects: Pick<ObjectStore, 'put'>,
  limits: UploadLimits,
  heartbeat: Heartbeat,
): Promise<void> {
  const endsAt = performance.now() + limits.submissionMs;
  for (const file of files) {
    const limitMs = Math.min(limits.putMs, endsAt - performance.now());
    const timer = setTimeout(() => heartbeat.abort(lateError()), limitMs);
    try {
      await upload(file, objects, limits.attempts, heartbeat.signal);
    } finally {
      clearTimeout(timer);
    }
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

function lateError(): Error {
  return new DOMException('Storing an attachment ran into its timeout', 'TimeoutError');
}
