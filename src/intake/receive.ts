import type { Logger } from 'pino';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Submission } from '../submission/submission.ts';
import { startHeartbeat } from './heartbeat.ts';
import { type Stage, type UndoParts, undo } from './undo.ts';

/** The stores, and what takes back a failed submission when they do not. */
export type Stores = UndoParts;

export interface UploadLimits {
  /** How long an upload stays this process's own without a sign of life. */
  readonly leaseMs: number;
  /** A bound on storing one attachment, with all that it waits for. Shorter than the lease. */
  readonly putMs: number;
}

/**
 * Stores a submission whole or not at all (spec.md, Processing order): the record, the objects one by one in the order
 * of the form (C25), all file records at once. Rejects with the first failure, after what was stored has been undone.
 */
export async function receive(
  submission: Submission,
  stores: Stores,
  limits: UploadLimits,
  log: Logger,
): Promise<void> {
  const { records, objects } = stores;
  let stage: Stage = 'beginning';
  try {
    const claim = await records.begin(submission);
    if (submission.files.length === 0) return;
    stage = 'uploading';
    const heartbeat = startHeartbeat(claim, records, limits.leaseMs);
    try {
      await upload(submission, objects, limits.putMs, heartbeat.signal);
    } finally {
      heartbeat.stop();
    }
    stage = 'completing';
    const completion = await records.complete(claim, submission);
    if (completion === 'claim-lost') throw new Error('The upload was given up: its lease had run out');
  } catch (error) {
    const keys = submission.files.map((file) => file.key);
    await undo({ requestId: submission.id, keys }, stage, stores, log);
    throw error;
  }
}

async function upload({ files }: Submission, objects: ObjectStore, putMs: number, lost: AbortSignal): Promise<void> {
  for (const { key, attachment } of files) {
    await objects.put(key, attachment, { signal: AbortSignal.any([lost, AbortSignal.timeout(putMs)]) });
  }
}
