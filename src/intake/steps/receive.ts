import { PartFailedError } from '../../platform/failure/errors.ts';
import { type Failure, failures } from '../../platform/failure/failure.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { IntentJournal } from '../journal/intent-journal.ts';
import type { RollBackQueue, Stage } from '../journal/roll-back.ts';
import { type EarlierUse, NotStoredError, type SubmissionRecords } from '../records/submission-records.ts';
import type { Receipt, Submission } from '../submission/submission.ts';
import { leaseLost, startHeartbeat } from './heartbeat.ts';
import { type UploadLimits, uploadAll } from './upload.ts';

/** The operations of the database and the object store that a submission needs. */
export interface Stores {
  readonly records: SubmissionRecords;
  readonly leases: Pick<IntentJournal, 'renew'>;
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly rollBacks: Pick<RollBackQueue, 'rollBack'>;
}

/** The receipt belongs to this submission, or to the earlier one with the same idempotency key. */
type Received = { readonly receipt: Receipt } | { readonly failure: Failure };

/**
 * Stores a submission whole or not at all: the record (C21), the objects one by one in the order of the form (C25),
 * then all file records at once. After a failure, rolls back and rejects with a PartFailedError.
 */
export async function receive(submission: Submission, stores: Stores, limits: UploadLimits): Promise<Received> {
  const { id, createdAt, files, idempotency } = submission;
  const { records, leases, objects, rollBacks } = stores;
  let stage: Stage = 'begin';
  try {
    const begun = await records.begin(submission);
    if ('earlier' in begun) return repeated(begun);
    if (files.length > 0) {
      stage = 'upload';
      const heartbeat = startHeartbeat(begun, leases, limits.leaseMs);
      await uploadAll(files, objects, limits, heartbeat.signal).finally(heartbeat.stop);
      stage = 'complete';
      if ((await records.complete(begun, submission)) === 'claim-lost') throw leaseLost();
    }
    return { receipt: { id, createdAt } };
  } catch (error) {
    if (error instanceof NotStoredError) throw new PartFailedError('database', error.cause);
    const keys = files.map((file) => file.key);
    await rollBacks.rollBack({ requestId: id, keys, idempotencyKey: idempotency?.key ?? null }, stage);
    if (error instanceof PartFailedError) throw error;
    throw new PartFailedError(stage === 'upload' ? 'object store' : 'database', error);
  }
}

function repeated({ earlier }: EarlierUse): Received {
  if (earlier === 'other-form') return { failure: failures.idempotencyKeyReused() };
  if (earlier === 'under-way') return { failure: failures.requestInProgress() };
  return { receipt: earlier };
}
