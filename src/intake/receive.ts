import type { Logger } from 'pino';
import type { Submission } from '../submission/submission.ts';
import { startHeartbeat } from './heartbeat.ts';
import { type Stage, type UndoParts, undo } from './undo.ts';
import { type UploadLimits, uploadAll } from './upload.ts';

/** The stores, and what takes back a failed submission when they do not. */
export type Stores = UndoParts;

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
      await uploadAll(submission.files, objects, limits, heartbeat.signal);
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
