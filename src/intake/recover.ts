import type { Logger } from 'pino';
import type { ObjectStore } from '../objects/object-store.ts';
import type { AbandonedUpload, FailedUpload, SubmissionRecords } from '../records/submission-records.ts';
import type { ObjectKey } from '../submission/object-key.ts';

export interface Recovery {
  /** Begins the rounds: one at once, then on a timer. */
  start(): void;
  /** Condemns this upload of ours as soon as the database answers again. */
  abandonLater(upload: FailedUpload): void;
  /** One round now: everything that is due. Never rejects. */
  sweep(): Promise<void>;
  /**
   * Breaks off the round under way and starts no other; what is left is due again later. Uploads that only this process
   * knows of are condemned first, where the database answers.
   */
  close(): Promise<void>;
}

export interface RecoveryOptions {
  readonly records: Pick<SubmissionRecords, 'claimExpired' | 'abandon' | 'forget' | 'forgetKeys'>;
  readonly objects: Pick<ObjectStore, 'delete'>;
  readonly log: Logger;
  /** Pause between rounds; jittered by a quarter. */
  readonly intervalMs: number;
}

const batchSize = 20;
const keyBatchSize = 1000;
/** Between two looks for keys whose time is over. */
const keyPauseMs = 60 * 60_000;
const deleteDeadlineMs = 30_000;

/**
 * Cleans up after uploads that nobody will complete, of this process and of others. Their
 * objects are deleted again and again until the intent's grace period is over, for a PUT may land late. Rests until it is
 * started.
 */
export function createRecovery({ records, objects, log, intervalMs }: RecoveryOptions): Recovery {
  const unresolved = new Map<string, FailedUpload>();
  let timer: NodeJS.Timeout | undefined;
  // At the first round too: a process may live for less than the pause.
  let keysForgottenAt = Number.NEGATIVE_INFINITY;
  let round: Promise<void> | null = null;
  const closing = new AbortController();

  async function sweepAll(): Promise<void> {
    let failure: unknown = null;
    for (const step of [abandonUnresolved, cleanUpExpired, forgetKeys]) {
      // One that fails does not keep the others from being tried.
      await step().catch((error: unknown) => {
        failure ??= error;
      });
    }
    if (failure !== null) tellOfWaiting(failure);
  }

  function tellOfWaiting(failure: unknown): void {
    log.warn({ err: failure }, 'Recovery: the database does not answer, abandoned uploads have to wait');
  }

  async function cleanUpExpired(): Promise<void> {
    for (let isMoreDue = true; isMoreDue; ) {
      const uploads = await records.claimExpired(batchSize);
      let cleanedUp = 0;
      for (const upload of uploads) {
        if (closing.signal.aborted) return;
        if (await cleanUp(upload)) cleanedUp += 1;
      }
      // A store that refuses everything, or is silent, must not keep what only this process knows of from the database.
      isMoreDue = uploads.length === batchSize && cleanedUp > 0;
      if (isMoreDue) await abandonUnresolved().catch(tellOfWaiting);
    }
  }

  async function abandonUnresolved(): Promise<void> {
    const uploads = [...unresolved.values()];
    let failure: PromiseRejectedResult | undefined;
    for (let at = 0; at < uploads.length; at += batchSize) {
      const outcomes = await Promise.allSettled(uploads.slice(at, at + batchSize).map(abandon));
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
      failure ??= failures[0];
      // The database is away.
      if (failures.length === outcomes.length) break;
    }
    if (failure) throw failure.reason;
  }

  async function abandon(upload: FailedUpload): Promise<void> {
    await records.abandon(upload);
    unresolved.delete(upload.requestId);
  }

  async function forgetKeys(): Promise<void> {
    if (performance.now() - keysForgottenAt < keyPauseMs) return;
    while (!closing.signal.aborted && (await records.forgetKeys(keyBatchSize)) === keyBatchSize);
    keysForgottenAt = performance.now();
  }

  /** Whether it was. */
  async function cleanUp({ requestId, keys, tries }: AbandonedUpload): Promise<boolean> {
    try {
      await deleteAll(keys);
      await records.forget(requestId);
      // Later rounds are a precaution against objects that are stored late.
      const level = tries === 1 ? 'info' : 'debug';
      log[level]({ requestId, objects: keys.length }, 'Recovery: an abandoned upload was taken back');
      return true;
    } catch (error) {
      log.warn({ err: error, requestId }, 'Recovery: an abandoned upload has to wait for the next try');
      return false;
    }
  }

  /** One refused deletion does not keep the others from being tried. */
  async function deleteAll(keys: readonly ObjectKey[]): Promise<void> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(deleteDeadlineMs)]);
    const deletions = await Promise.allSettled(keys.map((key) => objects.delete(key, { signal })));
    const refused = deletions.find((deletion) => deletion.status === 'rejected');
    if (refused) throw refused.reason;
  }

  function sweep(): Promise<void> {
    round ??= sweepAll().finally(() => {
      round = null;
      schedule();
    });
    return round;
  }

  function schedule(): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    timer = setTimeout(() => void sweep(), intervalMs * (0.75 + Math.random() / 2)).unref();
  }

  return {
    start: () => void sweep(),
    abandonLater: (upload) => void unresolved.set(upload.requestId, upload),
    sweep,
    async close() {
      closing.abort();
      clearTimeout(timer);
      await round;
      await abandonUnresolved().catch(tellOfWaiting);
    },
  };
}
