import { PartFailedError } from '../../platform/failure/errors.ts';
import type { ObjectKey } from '../../platform/objects/object-key.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { Problem } from './problem.ts';

/** The file records, for the check that bucket and database belong together. */
export interface FileRecords {
  /** Resolves with the keys of the files that were stored last, the newest first. */
  newestKeys(limit: number): Promise<readonly ObjectKey[]>;
}

const newestCount = 10;

/**
 * Creates the check that bucket and database belong together. It resolves with false while the bucket lacks all the
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
    isFound = keys.length === 0 || (await hasOneOf(keys, objects, signal));
    return isFound;
  };
}

/** Asks for one after the other, because nearly always the first is there. */
async function hasOneOf(
  keys: readonly ObjectKey[],
  objects: Pick<ObjectStore, 'stat'>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const key of keys) {
    if ((await objects.stat(key, { signal })) !== null) return true;
  }
  return false;
}

export function halfRestored(bucket: string): Problem {
  return {
    part: 'object store',
    what: `Half a restore: the bucket \`${bucket}\` has none of the newest objects that the database names`,
    remedy: 'restore the objects, or set BUCKET_NAME to their bucket',
  };
}
