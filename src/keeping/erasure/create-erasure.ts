import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { deleteObjects, type ObjectDeletion } from '../../intake/journal/delete-objects.ts';
import type { IntentJournal } from '../../intake/journal/intent-journal.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { DocumentStore } from '../../platform/objects/document-store.ts';
import { createErasureCandidates } from './create-erasure-candidates.ts';
import { createPersonNotices } from './create-person-notices.ts';
import { eraseRequests } from './erase-requests.ts';
import type { Eraser, ErasureCause, ErasureParts } from './erasure.ts';
import type { Erasure } from './erasure-shape.ts';
import { createErasureLog, storeReceipts } from './receipts.ts';

/** Deletes the small pictures of a request. */
interface PreviewDeletion {
  forget(requestId: string): Promise<void>;
}

interface EraserParts {
  readonly pool: Pool;
  readonly journal: Pick<IntentJournal, 'forget'>;
  readonly objects: ObjectDeletion;
  readonly receipts: Pick<DocumentStore, 'put'>;
  readonly previews: PreviewDeletion;
  readonly log: Logger;
}

/** Maximum requests that one transaction locks. */
const batchSize = 50;
/** Timeout of all deletions of one request together, and of storing all receipts. The caller waits for both. */
const storeTimeoutMs = 5000;

/**
 * Creates an eraser that works through the journal. One transaction deletes the rows and condemns the objects. The
 * objects are then deleted at once, or by the sweep when the store does not respond.
 */
function createEraser({ pool, journal, objects, receipts, previews, log }: EraserParts): Eraser {
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

  /** Leaves the rest to the sweep after the first failure: a silent store would cost one timeout for each request. */
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

export function createErasure(parts: EraserParts): ErasureParts {
  const { pool } = parts;
  return {
    eraser: createEraser(parts),
    candidates: createErasureCandidates(pool),
    erasures: createErasureLog(pool),
    notices: createPersonNotices(pool),
  };
}
