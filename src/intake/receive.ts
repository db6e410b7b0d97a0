import type { Logger } from 'pino';
import type { ObjectStore } from '../objects/object-store.ts';
import type { SubmissionRecords } from '../records/submission-records.ts';
import type { Submission } from '../submission/submission.ts';
import { type Stage, undo } from './undo.ts';

export interface Stores {
  readonly records: SubmissionRecords;
  readonly objects: ObjectStore;
}

export interface ReceiveLimits {
  /** A bound on one PUT with all that it waits for. */
  readonly putDeadlineMs?: number;
}

/**
 * Stores a submission whole or not at all (spec.md, Processing order): the record, the objects one by one in the order
 * of the form (C25), all file records at once. Rejects with the first failure, after what was stored has been undone.
 */
export async function receive(
  submission: Submission,
  stores: Stores,
  log: Logger,
  { putDeadlineMs = 120_000 }: ReceiveLimits = {},
): Promise<void> {
  const { records, objects } = stores;
  let stage: Stage = 'beginning';
  try {
    const claim = await records.begin(submission);
    if (submission.files.length === 0) return;
    stage = 'uploading';
    for (const { key, attachment } of submission.files) {
      await objects.put(key, attachment, { signal: AbortSignal.timeout(putDeadlineMs) });
    }
    stage = 'completing';
    const completion = await records.complete(claim, submission);
    if (completion === 'claim-lost') throw new Error('The upload took longer than its lease and was given up');
  } catch (error) {
    await undo(submission, stores, stage, log);
    throw error;
  }
}
