import type { Logger } from 'pino';
import type { ObjectStore } from '../objects/object-store.ts';
import type { FailedUpload, SubmissionRecords } from '../records/submission-records.ts';

/** How far a submission had come when it failed. */
export type Stage = 'beginning' | 'uploading' | 'completing';

export interface UndoParts {
  readonly records: SubmissionRecords;
  readonly objects: ObjectStore;
  /** Takes over what the database did not take now. */
  abandonLater(upload: FailedUpload): void;
}

/** A bound on all deletions of one submission together. */
const deleteDeadlineMs = 10_000;

/**
 * Takes back what a failed submission may have stored, as far as the stores let it. Never rejects: what could not be
 * taken back is logged and left to recovery. The journal goes on naming the keys until no object can come any more.
 */
export async function undo(upload: FailedUpload, stage: Stage, parts: UndoParts, log: Logger): Promise<void> {
  const condemned = await abandon(upload, parts, log);
  // The file records may have been stored with only their answer lost: then people see the request, and its objects
  // must not go before it does. A repetition may even have been told that it is stored.
  if (!condemned && stage === 'completing') return;
  if (stage !== 'beginning') await deleteObjects(upload, parts.objects, log);
}

async function abandon(upload: FailedUpload, { records, abandonLater }: UndoParts, log: Logger): Promise<boolean> {
  try {
    return (await records.abandon(upload)) === 'abandoned';
  } catch (error) {
    log.warn({ err: error, requestId: upload.requestId }, 'Clean-up: could not remove the request record yet');
    abandonLater(upload);
    return false;
  }
}

/** Deletes every key, also those whose upload has an unknown outcome or was never tried (C25). */
async function deleteObjects({ requestId, keys }: FailedUpload, objects: ObjectStore, log: Logger): Promise<void> {
  const signal = AbortSignal.timeout(deleteDeadlineMs);
  const deletions = await Promise.allSettled(keys.map((key) => objects.delete(key, { signal })));
  for (const [index, deletion] of deletions.entries()) {
    if (deletion.status === 'fulfilled') continue;
    log.warn({ err: deletion.reason, requestId }, `Clean-up: could not delete the object ${keys[index]} yet`);
  }
}
