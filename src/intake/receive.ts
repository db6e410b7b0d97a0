import type { Logger } from 'pino';
import { type Claim, type EarlierUse, NotStoredError } from '../records/submission-records.ts';
import { type Failure, failures } from '../submission/failure.ts';
import type { Receipt } from '../submission/receipt.ts';
import type { Submission } from '../submission/submission.ts';
import { startHeartbeat } from './heartbeat.ts';
import { type Stage, type UndoParts, undo } from './undo.ts';
import { type UploadLimits, uploadAll } from './upload.ts';

/** The stores, and what takes back a failed submission when they do not. */
export type Stores = UndoParts;

/** The receipt of this submission, or of the earlier one that its idempotency key stands for. */
export type Received = { readonly receipt: Receipt } | { readonly failure: Failure };

/**
 * Stores a submission whole or not at all (spec.md, Processing order): the record, the objects one by one in the order
 * of the form (C25), all file records at once. Rejects with the first failure, after what was stored has been undone.
 */
export async function receive(
  submission: Submission,
  stores: Stores,
  limits: UploadLimits,
  log: Logger,
): Promise<Received> {
  const { id, createdAt, files, idempotency } = submission;
  const { records, objects } = stores;
  let stage: Stage = 'beginning';
  try {
    const begun = await begin(submission, stores);
    if ('earlier' in begun) return repeated(begun);
    if (files.length > 0) {
      stage = 'uploading';
      const heartbeat = startHeartbeat(begun, records, limits.leaseMs);
      try {
        await uploadAll(files, objects, limits, heartbeat);
      } finally {
        heartbeat.stop();
      }
    }
    if (files.length > 0 || idempotency) {
      stage = 'completing';
      const completion = await records.complete(begun, submission);
      if (completion === 'claim-lost') throw new Error('The upload was given up: its lease had run out');
    }
    return { receipt: { id, createdAt } };
  } catch (error) {
    if (error instanceof NotStoredError) throw error.cause;
    const keys = files.map((file) => file.key);
    await undo({ requestId: id, keys, isKeyed: idempotency !== null }, stage, stores, log);
    throw error;
  }
}

function begin(submission: Submission, { records }: Stores): Promise<Claim | EarlierUse> {
  const { idempotency } = submission;
  return idempotency ? records.beginOnce(submission, idempotency) : records.begin(submission);
}

function repeated({ earlier }: EarlierUse): Received {
  if (earlier === 'other-form') return { failure: failures.idempotencyKeyReused() };
  if (earlier === 'under-way') return { failure: failures.requestInProgress() };
  return { receipt: earlier };
}
