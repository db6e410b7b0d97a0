import type { ObjectStore } from '../objects/object-store.ts';
import type { SubmissionRecords } from '../records/submission-records.ts';

export interface ReadinessParts {
  readonly hasBucket: boolean;
  readonly records: SubmissionRecords;
  readonly objects: ObjectStore;
}

const probeMs = 3000;
const validMs = 1000;

/**
 * Whether a submission would find everything it needs: a bucket that is configured and answers, and a database with its
 * tables. Rejects with what is missing. An answer holds for a second, so that probes cost no more than that.
 */
export function createReadiness({ hasBucket, records, objects }: ReadinessParts): () => Promise<void> {
  let latest: { readonly result: Promise<void>; readonly askedAt: number } | null = null;

  async function probe(): Promise<void> {
    if (!hasBucket) throw new Error('BUCKET_NAME is not set');
    await records.ping();
    await objects.ping({ signal: AbortSignal.timeout(probeMs) });
  }

  return () => {
    const now = performance.now();
    if (!latest || now - latest.askedAt > validMs) latest = { result: probe(), askedAt: now };
    return latest.result;
  };
}
