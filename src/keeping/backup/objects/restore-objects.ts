import type { Attachment } from '../../../platform/objects/attachment.ts';
import type { ObjectKey } from '../../../platform/objects/object-key.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { BackupError } from '../format/backup-folder.ts';
import { withRetries } from '../format/failures.ts';
import { mostNamed, type ObjectLine, readLeftOutKeys, readObjectLines } from '../format/object-lines.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { objectDifference } from './object-difference.ts';

interface ObjectRestoreParts {
  readonly target: BackupTarget;
  readonly generation: string;
  readonly objects: Pick<ObjectStore, 'put' | 'stat'>;
  /** Ids of erased requests. Their objects are not restored. */
  readonly erased: ReadonlySet<string>;
  readonly whenDamaged: WhenDamaged;
  readonly signal: AbortSignal;
  /** Called after each object. */
  onProgress(progress: ObjectRestoreProgress): void;
}

/** The reaction of a restore to an object that is missing or damaged in the back-up. */
export type WhenDamaged = 'reject' | 'leave out';

/** An object that the bucket lacks after the restore. */
export interface DamagedObject {
  /** A sentence that names the object's file in the back-up. */
  readonly difference: string;
  readonly key: ObjectKey;
  readonly requestId: string | null;
}

export interface ObjectRestoreProgress {
  readonly objects: number;
  readonly bytes: number;
}

const putsAtOnce = 4;

/** The remedies for a damaged object. */
export const remedies =
  'commissions backup verify lists all damaged objects; if the service still runs, remove them and back up again; ' +
  'if it does not, --leave-out-damaged restores the rest';

interface RestoredObjects extends ObjectRestoreProgress {
  /** At most `mostNamed` of them. `backup verify` names all. */
  readonly damaged: readonly DamagedObject[];
}

/**
 * Puts a generation's objects into the bucket. Skips objects of erased requests and objects that are already there.
 * @throws {BackupError} when an object is damaged and `whenDamaged` is `reject`
 */
export async function restoreObjects(parts: ObjectRestoreParts): Promise<RestoredObjects> {
  const { target, generation, objects, erased, whenDamaged, signal, onProgress } = parts;
  const leftOut = await readLeftOutKeys(await target.fetch(`generations/${generation}/left-out.tsv`));
  const progress = { objects: 0, bytes: 0 };
  const damaged: DamagedObject[] = [];

  /** Resolves with null when the bucket has the object, else with how the back-up's object is damaged. */
  async function put(line: ObjectLine): Promise<string | null> {
    try {
      await objects.put(line.key, attachmentOf(target, line), { signal });
      return null;
    } catch (error) {
      signal.throwIfAborted();
      const difference = await objectDifference(target, line.sha256, line.size);
      if (difference === null) throw error;
      return difference;
    }
  }

  async function restore(line: ObjectLine): Promise<void> {
    signal.throwIfAborted();
    if (leftOut.has(line.key) || (line.requestId !== null && erased.has(line.requestId))) return;
    const found = await objects.stat(line.key, { signal });
    // An equal size is enough: the store compared the bytes with their digest when they were put.
    const difference = found?.size === line.size ? null : await withRetries(() => put(line), signal);
    if (difference !== null) {
      if (whenDamaged === 'reject') throw new BackupError(`${difference}: ${remedies}`);
      if (damaged.length < mostNamed) damaged.push({ difference, key: line.key, requestId: line.requestId });
      return;
    }
    progress.objects += 1;
    progress.bytes += line.size;
    onProgress({ ...progress });
  }

  await forEachConcurrently(
    readObjectLines(await target.fetch(`generations/${generation}/objects.tsv`)),
    putsAtOnce,
    restore,
  );
  return { ...progress, damaged };
}

function attachmentOf({ objects }: BackupTarget, { sha256, size, mediaType, fileName }: ObjectLine): Attachment {
  return {
    fileName,
    mediaType,
    sentType: mediaType,
    size,
    sha256,
    open: () => objects.open(sha256),
  };
}
