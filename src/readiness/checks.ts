import { PartFailedError } from '../failure/errors.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ObjectKey } from '../submission/object-key.ts';
import { untilAborted, withinLimit } from '../waiting/within-limit.ts';

/**
 * Limits the wait for `check`. A check that is still running after the limit is not started again, because each run
 * would hold a connection of its own. Later calls wait for its result.
 */
export function boundedCheck<T>(check: (signal: AbortSignal) => Promise<T>, limitMs: number): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () =>
    withinLimit(limitMs, null, (signal) => {
      underWay ??= check(signal).finally(() => {
        underWay = null;
      });
      return untilAborted(underWay, signal);
    });
}

/** The file records, for the check that bucket and database belong together. */
export interface FileRecords {
  /** Resolves with the keys of the files that were stored last, the newest first. */
  newestKeys(limit: number): Promise<readonly ObjectKey[]>;
}

const newestCount = 10;

/**
 * Creates the check that bucket and database belong together. It resolves with false while the bucket has none of the
 * newest objects, and with true ever after its first success. Rejects with a PartFailedError when the database fails.
 */
export function createRestoreCheck(
  files: FileRecords,
  objects: Pick<ObjectStore, 'stat'>,
): (signal: AbortSignal) => Promise<boolean> {
  let isFound = false;

  return async (signal) => {
    if (isFound) return true;
    const keys = await files.newestKeys(newestCount).catch((error: unknown) => {
      throw new PartFailedError('database', error);
    });
    const found = await Promise.all(keys.map((key) => objects.stat(key, { signal })));
    isFound = keys.length === 0 || found.some((facts) => facts !== null);
    return isFound;
  };
}
