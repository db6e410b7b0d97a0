import type { Logger } from 'pino';
import type { ObjectStore } from '../objects/object-store.ts';
import type { AbandonedUpload, SubmissionRecords } from '../records/submission-records.ts';

export interface Recovery {
  /** One round now: everything that is due. Never rejects. */
  sweep(): Promise<void>;
  /** Waits for the round under way, starts no other. */
  close(): Promise<void>;
}

export interface RecoveryOptions {
  readonly records: SubmissionRecords;
  readonly objects: ObjectStore;
  readonly log: Logger;
  /** Pause between rounds; jittered by a quarter. */
  readonly intervalMs: number;
}

const batchSize = 20;
const deleteDeadlineMs = 30_000;

/**
 * Cleans up after uploads that nobody will complete, of this process and of others: at once and then on a timer. Their
 * objects are deleted again and again until the intent's grace period is over, for a PUT may land late.
 */
export function startRecovery({ records, objects, log, intervalMs }: RecoveryOptions): Recovery {
  let timer: NodeJS.Timeout | null = null;
  let round: Promise<void> | null = null;
  let closed = false;

  async function sweepAll(): Promise<void> {
    try {
      let uploads: readonly AbandonedUpload[];
      do {
        uploads = await records.claimExpired(batchSize);
        for (const upload of uploads) await cleanUp(upload);
      } while (uploads.length === batchSize && !closed);
    } catch (error) {
      log.warn({ err: error }, 'Recovery: the database does not answer, abandoned uploads have to wait');
    }
  }

  async function cleanUp({ requestId, keys }: AbandonedUpload): Promise<void> {
    try {
      for (const key of keys) await objects.delete(key, { signal: AbortSignal.timeout(deleteDeadlineMs) });
      await records.forget(requestId);
      log.info({ requestId, objects: keys.length }, 'Recovery: an abandoned upload was taken back');
    } catch (error) {
      log.warn({ err: error, requestId }, 'Recovery: an abandoned upload has to wait for the next try');
    }
  }

  function sweep(): Promise<void> {
    round ??= sweepAll().finally(() => {
      round = null;
      schedule();
    });
    return round;
  }

  function schedule(): void {
    if (timer) clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => void sweep(), intervalMs * (0.75 + Math.random() / 2));
    timer.unref();
  }

  void sweep();
  return {
    sweep,
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await round;
    },
  };
}
