import type { ObjectKey } from '../submission/object-key.ts';

/** For the journal: the part of an object store that deletes. */
export interface ObjectDeletion {
  /** Idempotent: a missing key is success. */
  delete(key: ObjectKey, options: { readonly signal: AbortSignal }): Promise<void>;
}

/**
 * Deletes the objects of a condemned upload, also those whose upload has an unknown outcome or was never tried (C25).
 * Tries every key, for `timeoutMs` in all and until `stopped` is aborted; rejects with the first failure.
 */
export async function deleteObjects(
  keys: readonly ObjectKey[],
  objects: ObjectDeletion,
  timeoutMs: number,
  stopped?: AbortSignal,
): Promise<void> {
  // Not `AbortSignal.any` of an `AbortSignal.timeout`: Node 20 collects the timeout signal, which then never fires.
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => controller.abort(stopped?.reason);
  const expire = () => controller.abort(new DOMException('Deleting objects ran into its timeout', 'TimeoutError'));
  const timer = setTimeout(expire, timeoutMs);
  stopped?.addEventListener('abort', stop, { once: true });
  try {
    const deletions = await Promise.allSettled(keys.map((key) => objects.delete(key, { signal })));
    const failed = deletions.find((deletion) => deletion.status === 'rejected');
    if (failed) throw failed.reason;
  } finally {
    clearTimeout(timer);
    stopped?.removeEventListener('abort', stop);
  }
}
