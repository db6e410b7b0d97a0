import type { Logger } from 'pino';
import { deleteObjects, type ObjectDeletion } from './delete-objects.ts';
import type { FailedUpload, IntentJournal } from './intent-journal.ts';

/** The step of storing a submission at which it failed. */
export type Stage = 'begin' | 'upload' | 'complete';

export type RollBackQueue = ReturnType<typeof createRollBack>;

interface RollBackParts {
  readonly journal: Pick<IntentJournal, 'condemn'>;
  readonly objects: ObjectDeletion;
  readonly log: Logger;
}

/** Time limit for all deletions of one submission together. */
const deleteTimeoutMs = 10_000;
const condemnationsAtOnce = 20;

/** Creates the roll-back of failed submissions. */
export function createRollBack({ journal, objects, log }: RollBackParts) {
  const waiting = new Map<string, FailedUpload>();

  async function condemn(upload: FailedUpload): Promise<boolean> {
    try {
      const outcome = await journal.condemn(upload);
      waiting.delete(upload.requestId);
      return outcome === 'condemned';
    } catch (error) {
      waiting.set(upload.requestId, upload);
      throw error;
    }
  }

  /**
   * Condemns the uploads that the database did not condemn when they failed. Until then only this process knows of
   * them. Rejects with the first failure.
   */
  async function condemnWaiting(): Promise<void> {
    let failed: PromiseRejectedResult | undefined;
    const uploads = [...waiting.values()];
    for (let start = 0; start < uploads.length; start += condemnationsAtOnce) {
      const outcomes = await Promise.allSettled(uploads.slice(start, start + condemnationsAtOnce).map(condemn));
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
      failed ??= failures[0];
      // A batch without a success means that the database is unreachable.
      if (failures.length === outcomes.length) break;
    }
    if (failed) throw failed.reason;
  }

  return {
    /**
     * Removes everything that a failed submission may have stored, as far as the stores allow. Never rejects: it logs
     * the rest, which a later run removes.
     */
    async rollBack(upload: FailedUpload, stage: Stage): Promise<void> {
      const isCondemned = await condemn(upload).catch((error: unknown) => {
        log.warn({ err: error, requestId: upload.requestId }, 'Roll back: the request could not be removed yet');
        return false;
      });
      // The file records may be stored although the response to their statement was lost. Then people see the request,
      // and a repeated form may have got its receipt. So the objects must not be deleted before the request is.
      if (stage === 'begin' || (stage === 'complete' && !isCondemned)) return;
      try {
        await deleteObjects(upload.keys, objects, deleteTimeoutMs);
      } catch (error) {
        log.warn({ err: error, requestId: upload.requestId }, 'Roll back: not every object could be deleted yet');
      }
    },
    condemnWaiting,
    /** Condemns the waiting uploads a last time. Never rejects: the sweep condemns the rest when their leases expire. */
    async close(): Promise<void> {
      try {
        await condemnWaiting();
      } catch (error) {
        log.warn({ err: error, requests: waiting.size }, 'Roll back: requests could not be removed before the stop');
      }
    },
  };
}
