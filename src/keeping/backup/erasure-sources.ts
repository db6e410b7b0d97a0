import { BackupError } from './format/backup-folder.ts';
import type { KnownErasure } from './format/erasures-file.ts';
import { readManifestOf } from './generations.ts';
import { type Receipts, readErasures, readReceipts } from './known-erasures.ts';
import type { BackupTarget } from './targets/backup-target.ts';

/** Where a restore finds the erasures that no back-up has. */
export interface ErasureSources {
  /** The receipts in the bucket that is restored into, and in another one if the caller names it. */
  readonly receipts: readonly Receipts[];
  /**
   * Opens the receipts in the bucket that was backed up, by its address. Rejects when there is no such bucket. Null when
   * the caller names a bucket: the backed-up bucket is then not read.
   */
  readonly openBackedUp: ((bucket: string) => Promise<Receipts>) | null;
}

interface FoundErasures {
  /** By request id. */
  readonly erasures: ReadonlyMap<string, KnownErasure>;
  /** False when erasures after the newest back-up may be missing. */
  readonly isComplete: boolean;
}

/** Resolves with the erasures that the target or a bucket knows. @throws {BackupError} when a receipt is damaged */
export async function findErasures(
  sources: ErasureSources,
  target: BackupTarget,
  signal: AbortSignal,
): Promise<FoundErasures> {
  const found: KnownErasure[] = [];
  for (const bucket of sources.receipts) found.push(...(await readReceipts(bucket, signal)));
  const known = await readErasures(target);
  const backedUp = sources.openBackedUp === null ? [] : await readBackedUp(sources.openBackedUp, target, signal);
  const isComplete = sources.openBackedUp === null || isOfSameService(backedUp, known);
  found.push(...backedUp, ...known);
  return { erasures: new Map(found.map((erasure) => [erasure.requestId, erasure])), isComplete };
}

/**
 * Returns true when the receipts can be those of the service that was backed up. A new or emptied bucket under the old
 * address, or that of another service, cannot be distinguished from one without later erasures.
 */
function isOfSameService(receipts: readonly KnownErasure[], known: readonly KnownErasure[]): boolean {
  const ids = new Set(receipts.map(({ requestId }) => requestId));
  return ids.size > 0 && (known.length === 0 || known.some(({ requestId }) => ids.has(requestId)));
}

/** Resolves with no receipts when the bucket that was backed up is unknown or cannot be read: it may be gone for good. */
async function readBackedUp(
  openBackedUp: (bucket: string) => Promise<Receipts>,
  target: BackupTarget,
  signal: AbortSignal,
): Promise<readonly KnownErasure[]> {
  const bucket = await newestBucket(target);
  if (bucket === null) return [];
  try {
    return await readReceipts(await openBackedUp(bucket), signal);
  } catch (error) {
    if (signal.aborted || error instanceof BackupError) throw error;
    return [];
  }
}

/** The newest back-up names the bucket with the latest receipts, whichever generation is restored. */
async function newestBucket(target: BackupTarget): Promise<string | null> {
  const newest = (await target.generations()).at(-1);
  if (newest === undefined) return null;
  try {
    return (await readManifestOf(target, newest)).bucket;
  } catch (error) {
    if (error instanceof BackupError) return null;
    throw error;
  }
}
