import type { Logger } from 'pino';
import type { ObjectStore } from '../objects/object-store.ts';
import type { SubmissionRecords } from '../records/submission-records.ts';
import type { Submission } from '../submission/submission.ts';

/** How far a submission had come when it failed. */
export type Stage = 'beginning' | 'uploading' | 'completing';

interface Stores {
  readonly records: SubmissionRecords;
  readonly objects: ObjectStore;
}

/** A bound on all deletions of one submission together. */
const deleteDeadlineMs = 10_000;

/**
 * Takes back what a failed submission may have stored, as far as the stores let it. Never rejects: what could not be
 * taken back is logged and stays named in the journal.
 */
export async function undo(submission: Submission, stores: Stores, stage: Stage, log: Logger): Promise<void> {
  const requestId = submission.id;
  const attempt = (what: string, work: () => Promise<void>) => succeeds(work, what, log.child({ requestId }));

  const condemned = await attempt('remove the request record', () => stores.records.abandon(submission));
  // The file records may have been stored with only their answer lost: then people see the request, and its objects
  // must not go before it does.
  if (!condemned && stage === 'completing') return;
  const deleted = stage === 'beginning' || (await deleteObjects(submission, stores.objects, attempt));
  if (condemned && deleted) await attempt('end the upload intent', () => stores.records.forget(requestId));
}

type Attempt = (what: string, work: () => Promise<void>) => Promise<boolean>;

/** Deletes every key, also those whose upload has an unknown outcome or was never tried (C25). */
async function deleteObjects(submission: Submission, objects: ObjectStore, attempt: Attempt): Promise<boolean> {
  const signal = AbortSignal.timeout(deleteDeadlineMs);
  const deletions = submission.files.map(({ key }) =>
    attempt(`delete the object ${key}`, () => objects.delete(key, { signal })),
  );
  return (await Promise.all(deletions)).every(Boolean);
}

async function succeeds(work: () => Promise<void>, what: string, log: Logger): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log.warn({ err: error }, `Clean-up failed: could not ${what}`);
    return false;
  }
}
