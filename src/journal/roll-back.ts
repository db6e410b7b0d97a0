import type { Logger } from 'pino';
import { deleteObjects, type ObjectDeletion } from './delete-objects.ts';
import type { Condemnations, FailedUpload } from './intent-journal.ts';

/** How far a submission had come when it failed. */
export type Stage = 'begin' | 'upload' | 'complete';

/** For whoever stores submissions. */
export interface RollBack {
  /**
   * Removes what a failed submission may have stored, as far as the stores allow. Never rejects: what is left is logged,
   * and removed later.
   */
  rollBack(upload: FailedUpload, stage: Stage): Promise<void>;
}

export interface RollBackQueue extends RollBack {
  /**
   * Condemns the uploads that the database did not condemn when they failed: until then only this process knows of them.
   * Rejects with the first failure.
   */
  condemnWaiting(): Promise<void>;
  /** Condemns them for the last time. Never rejects: what the database does not condemn now is left to its lease. */
  close(): Promise<void>;
}

interface RollBackParts {
  readonly journal: Condemnations;
  readonly objects: ObjectDeletion;
  readonly log: Logger;
}

/** A bound on all deletions of one submission together. */
const deleteTimeoutMs = 10_000;
const condemnationsAtOnce = 20;

export function createRollBack({ journal, objects, log }: RollBackParts): RollBackQueue {
  const waiting = new Map<string, FailedUpload>();

  async function condemnNow(upload: FailedUpload): Promise<boolean> {
    try {
      return (await journal.condemn(upload)) === 'condemned';
    } catch (error) {
      log.warn({ err: error, requestId: upload.requestId }, 'Roll back: the request could not be removed yet');
      waiting.set(upload.requestId, upload);
      return false;
    }
  }

  async function condemnLater(upload: FailedUpload): Promise<void> {
    await journal.condemn(upload);
    waiting.delete(upload.requestId);
  }

  async function condemnWaiting(): Promise<void> {
    let failed: PromiseRejectedResult | undefined;
    const uploads = [...waiting.values()];
    for (let start = 0; start < uploads.length; start += condemnationsAtOnce) {
      const batch = uploads.slice(start, start + condemnationsAtOnce);
      const outcomes = await Promise.allSettled(batch.map(condemnLater));
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
      failed ??= failures[0];
      // The database is unreachable.
      if (failures.length === batch.length) break;
    }
    if (failed) throw failed.reason;
  }

  return {
    async rollBack(upload, stage) {
      const isCondemned = await condemnNow(upload);
      // The file records may have been stored with only the response lost: then people see the request, and its objects
      // must not go before it does. It may even have been reported as stored to a repetition.
      if (stage === 'begin' || (stage === 'complete' && !isCondemned)) return;
      try {
        await deleteObjects(upload.keys, objects, deleteTimeoutMs);
      } catch (error) {
        log.warn({ err: error, requestId: upload.requestId }, 'Roll back: not every object could be deleted yet');
      }
    },
    condemnWaiting,
    async close() {
      try {
        await condemnWaiting();
      } catch (error) {
        log.warn({ err: error, requests: waiting.size }, 'Roll back: requests could not be removed before the stop');
      }
    },
  };
}
