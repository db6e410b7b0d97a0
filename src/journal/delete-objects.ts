import type { ObjectKey } from '../submission/object-key.ts';
import { withinLimit } from '../waiting/within-limit.ts';

/** For the journal: the part of an object store that deletes. */
export interface ObjectDeletion {
  /** Idempotent: a missing key is success. */
  delete(key: ObjectKey, options: { readonly signal: AbortSignal }): Promise<void>;
}

/**
 * Deletes the objects of a condemned upload, also those whose upload has an unknown outcome or was never tried (C25).
 * Tries every key, for `timeoutMs` in all and until one of `stoppers` is aborted; rejects with the first failure.
 */
export async function deleteObjects(
  keys: readonly ObjectKey[],
  objects: ObjectDeletion,
  timeoutMs: number,
  ...stoppers: AbortSignal[]
): Promise<void> {
  await withinLimit(timeoutMs, stoppers, async (signal) => {
    const deletions = await Promise.allSettled(keys.map((key) => objects.delete(key, { signal })));
    const failed = deletions.find((deletion) => deletion.status === 'rejected');
    if (failed) throw failed.reason;
  });
}
