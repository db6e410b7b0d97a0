import type { ObjectKey } from '../../platform/objects/object-key.ts';
import { withinLimit } from '../../platform/waiting/within-limit.ts';

/** The deletion of an object store, as the journal needs it. */
export interface ObjectDeletion {
  /** Idempotent: a missing key is success. */
  delete(key: ObjectKey, options: { readonly signal: AbortSignal }): Promise<void>;
}

/**
 * Deletes the objects of a condemned upload, including objects whose upload has an unknown outcome or never began
 * (C25). Tries every key, until `timeoutMs` is over or `stopper` is aborted. Rejects with the first failure.
 */
export async function deleteObjects(
  keys: readonly ObjectKey[],
  objects: ObjectDeletion,
  timeoutMs: number,
  stopper: AbortSignal | null = null,
): Promise<void> {
  await withinLimit(timeoutMs, stopper, async (signal) => {
    const deletions = await Promise.allSettled(keys.map((key) => objects.delete(key, { signal })));
    const failed = deletions.find((deletion) => deletion.status === 'rejected');
    if (failed) throw failed.reason;
  });
}
