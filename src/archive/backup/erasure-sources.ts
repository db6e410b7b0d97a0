import { readManifestOf } from './generations.ts';
import { type KnownErasure, type Receipts, readErasures, readReceipts } from './known-erasures.ts';
import { BackupError } from './places/backup-folder.ts';
import type { BackupPlace } from './places/backup-place.ts';

/** Where a restore finds the erasures that no back-up has. */
export interface ErasureSources {
  /** The receipts in the bucket that is restored into, and in another one if the caller names it. */
  readonly receipts: readonly Receipts[];
  /** The address of the bucket that is restored into, as in a manifest. */
  readonly bucket: string;
  /**
   * Opens the receipts in the bucket with this address, which was backed up. Rejects when there is none. Null when the
   * caller names a bucket: the one that was backed up is then not asked.
   */
  readonly openBackedUp: ((bucket: string) => Promise<Receipts>) | null;
}

interface FoundErasures {
  /** By request id. */
  readonly erasures: ReadonlyMap<string, KnownErasure>;
  /** False when erasures after the newest back-up may be missing. */
  readonly isComplete: boolean;
}

/** Resolves with the erasures that the place or a bucket knows. @throws {BackupError} when a receipt is damaged */
export async function findErasures(
  sources: ErasureSources,
  place: BackupPlace,
  signal: AbortSignal,
): Promise<FoundErasures> {
  const found: KnownErasure[] = [];
  for (const bucket of sources.receipts) found.push(...(await readReceipts(bucket, signal)));
  const backedUp = sources.openBackedUp === null ? [] : await readBackedUp(sources, place, signal);
  found.push(...(backedUp ?? []), ...(await readErasures(place)));
  return { erasures: new Map(found.map((erasure) => [erasure.requestId, erasure])), isComplete: backedUp !== null };
}

/** Resolves with null when the bucket that was backed up is unknown or cannot be read: it may be gone for good. */
async function readBackedUp(
  { bucket, openBackedUp }: ErasureSources,
  place: BackupPlace,
  signal: AbortSignal,
): Promise<readonly KnownErasure[] | null> {
  const backedUp = await newestBucket(place);
  if (backedUp === null || openBackedUp === null) return null;
  try {
    const found = await readReceipts(await openBackedUp(backedUp), signal);
    // A new or emptied bucket under the old address looks like one without erasures.
    return found.length === 0 && backedUp === bucket ? null : found;
  } catch (error) {
    if (signal.aborted || error instanceof BackupError) throw error;
    return null;
  }
}

/** The newest back-up names the bucket with the latest receipts, whichever generation is restored. */
async function newestBucket(place: BackupPlace): Promise<string | null> {
  const newest = (await place.generations()).at(-1);
  if (newest === undefined) return null;
  try {
    return (await readManifestOf(place, newest)).bucket ?? null;
  } catch (error) {
    if (error instanceof BackupError) return null;
    throw error;
  }
}
