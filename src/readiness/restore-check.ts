import { PartFailedError } from '../failure/part-failed-error.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ObjectKey } from '../submission/object-key.ts';

/** The file records, for a look whether bucket and database belong together. */
export interface FileRecords {
  /** The keys of the files that were stored last, the newest first. */
  newestKeys(limit: number): Promise<readonly ObjectKey[]>;
}

/** What was restored without the objects that its file records name. */
export class ObjectsMissingError extends Error {
  override readonly name = 'ObjectsMissingError';

  constructor(count: number) {
    super(`The bucket has none of the ${count} newest objects that the database names`);
  }
}

const newestCount = 10;

/**
 * Looks whether bucket and database belong together, until it has found once that they do. Rejects with an
 * ObjectsMissingError while the bucket has none of the newest objects, with a PartFailedError when the database fails.
 */
export function createRestoreCheck(
  files: FileRecords,
  objects: Pick<ObjectStore, 'stat'>,
): (signal: AbortSignal) => Promise<void> {
  let isSettled = false;

  return async (signal) => {
    if (isSettled) return;
    const keys = await files.newestKeys(newestCount).catch((error: unknown) => {
      throw new PartFailedError('database', error);
    });
    const found = await Promise.all(keys.map((key) => objects.stat(key, { signal })));
    if (keys.length > 0 && found.every((facts) => facts === null)) throw new ObjectsMissingError(keys.length);
    isSettled = true;
  };
}
