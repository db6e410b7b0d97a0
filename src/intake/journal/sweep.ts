import type { Logger } from 'pino';
import { deleteObjects, type ObjectDeletion } from './delete-objects.ts';
import type { DueUpload, IntentJournal } from './intent-journal.ts';

export interface SweepParts {
  readonly journal: Pick<IntentJournal, 'claimDue' | 'forget'>;
  readonly objects: ObjectDeletion;
  readonly log: Logger;
}

const batchSize = 20;
/** Time limit for all deletions of one upload together. */
const deleteTimeoutMs = 30_000;

/**
 * Cleans up after abandoned uploads and erased requests of all processes, as far as they are due. Deletes their objects
 * repeatedly until the grace period is over, because a PUT may be carried out late. Rejects when the database fails.
 */
export async function sweep({ journal, objects, log }: SweepParts, signal: AbortSignal): Promise<void> {
  for (let isMoreDue = true; isMoreDue; ) {
    const uploads = await journal.claimDue(batchSize);
    let cleanedUp = 0;
    for (const upload of uploads) {
      if (signal.aborted) return;
      if (await cleanUp(upload)) cleanedUp += 1;
    }
    // When the store rejects every deletion, the rest waits for the next run.
    isMoreDue = uploads.length === batchSize && cleanedUp > 0;
  }

  async function cleanUp({ requestId, keys, attempts }: DueUpload): Promise<boolean> {
    try {
      await deleteObjects(keys, objects, deleteTimeoutMs, signal);
      await journal.forget(requestId);
      // Later attempts are only a precaution against objects that are stored late.
      log[attempts === 1 ? 'info' : 'debug'](
        { requestId, objects: keys.length },
        'Sweep: the objects of a condemned request were deleted',
      );
      return true;
    } catch (error) {
      log.warn({ err: error, requestId }, 'Sweep: the objects of a condemned request could not be deleted yet');
      return false;
    }
  }
}
