import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../database/transaction.ts';
import { deleteObjects, type ObjectDeletion } from '../journal/delete-objects.ts';
import type { DueUploads } from '../journal/intent-journal.ts';
import type { DocumentStore } from '../objects/document-store.ts';
import { eraseRequests } from './erase-requests.ts';
import type { Eraser, Erasure, ErasureCause } from './erasure.ts';
import { storeReceipts } from './store-receipts.ts';

/** Deletes the small pictures of a request. */
interface PreviewDeletion {
  forget(requestId: string): Promise<void>;
}

interface EraserParts {
  readonly pool: Pool;
  readonly journal: Pick<DueUploads, 'forget'>;
  readonly objects: ObjectDeletion;
  readonly receipts: Pick<DocumentStore, 'put'>;
  readonly previews: PreviewDeletion;
  readonly log: Logger;
}

/** Requests that one transaction locks. */
const batchSize = 50;
/** A bound on all deletions of one request together, and on all receipts, while somebody waits for them. */
const storeTimeoutMs = 5000;

/**
 * Erases by the journal: rows go and objects are condemned in one transaction. The objects are deleted at once where the
 * store responds, else by the sweep.
 */
export function createEraser({ pool, journal, objects, receipts, previews, log }: EraserParts): Eraser {
  async function deleteNow({ requestId, objectKeys }: Erasure): Promise<boolean> {
    try {
      await deleteObjects(objectKeys, objects, storeTimeoutMs);
      await journal.forget(requestId);
      return true;
    } catch (error) {
      log.warn({ err: error, requestId }, 'Erasure: objects could not be deleted yet');
      return false;
    }
  }

  /** Behind the first failure the rest is left to the sweep: a store that is silent would be waited for again and again. */
  async function deleteAll(erased: readonly Erasure[]): Promise<readonly Erasure[]> {
    let isStoreUp = true;
    const erasures: Erasure[] = [];
    for (const erasure of erased) {
      if (!erasure.isComplete) isStoreUp = isStoreUp && (await deleteNow(erasure));
      erasures.push({ ...erasure, isComplete: erasure.isComplete || isStoreUp });
    }
    if (isStoreUp && erasures.length > 0) await storeReceiptsNow();
    return erasures;
  }

  async function storeReceiptsNow(): Promise<void> {
    try {
      await storeReceipts(pool, receipts, AbortSignal.timeout(storeTimeoutMs));
    } catch (error) {
      log.warn({ err: error }, 'Erasure: a receipt could not be stored in the bucket yet');
    }
  }

  async function deletePreviews(requestId: string): Promise<void> {
    try {
      await previews.forget(requestId);
    } catch (error) {
      log.warn({ err: error, requestId }, 'Erasure: previews could not be deleted yet');
    }
  }

  return {
    async erase(ids: readonly string[], cause: ErasureCause) {
      const erased: Erasure[] = [];
      for (let start = 0; start < ids.length; start += batchSize) {
        const batch = ids.slice(start, start + batchSize);
        erased.push(...(await inTransaction(pool, (client) => eraseRequests(client, batch, cause))));
      }
      for (const { requestId } of erased) await deletePreviews(requestId);
      return deleteAll(erased);
    },
  };
}
