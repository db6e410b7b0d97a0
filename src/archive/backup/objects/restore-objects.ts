import type { ObjectStore } from '../../../objects/object-store.ts';
import type { Attachment } from '../../../submission/attachment.ts';
import { BackupError } from '../places/backup-folder.ts';
import type { BackupPlace } from '../places/backup-place.ts';
import { byteDifference } from '../verify-backup.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { type ObjectLine, readLeftOutKeys, readObjectLines } from './object-lines.ts';
import { withRetries } from './retries.ts';

interface ObjectRestoreParts {
  readonly place: BackupPlace;
  readonly generation: string;
  readonly objects: Pick<ObjectStore, 'put' | 'stat'>;
  /** Ids of erased requests. Their objects are not restored. */
  readonly erased: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Called after each object. */
  onProgress(progress: ObjectRestoreProgress): void;
}

export interface ObjectRestoreProgress {
  readonly objects: number;
  readonly bytes: number;
}

const putsAtOnce = 4;

/** Puts a generation's objects into the bucket. Skips objects of erased requests and objects that are already there. */
export async function restoreObjects(parts: ObjectRestoreParts): Promise<ObjectRestoreProgress> {
  const { place, generation, objects, erased, signal, onProgress } = parts;
  const leftOut = await readLeftOutKeys(await place.fetch(`generations/${generation}/left-out.tsv`));
  const progress = { objects: 0, bytes: 0 };

  async function put(line: ObjectLine): Promise<void> {
    try {
      await objects.put(line.key, attachmentOf(place, line), { signal });
    } catch (error) {
      signal.throwIfAborted();
      const difference = await byteDifference(place, line.sha256);
      if (difference === null) throw error;
      throw new BackupError(
        `objects/${line.sha256.slice(0, 2)}/${line.sha256} ${difference}: commissions backup verify lists all that are damaged; ` +
          'where the service still runs, remove them and back up again',
      );
    }
  }

  async function restore(line: ObjectLine): Promise<void> {
    signal.throwIfAborted();
    if (leftOut.has(line.key) || erased.has(line.requestId)) return;
    const found = await objects.stat(line.key, { signal });
    // An equal size is enough: the store compared the bytes with their digest when they were put.
    if (found?.size !== line.size) {
      await withRetries(() => put(line), signal);
    }
    progress.objects += 1;
    progress.bytes += line.size;
    onProgress({ ...progress });
  }

  await forEachConcurrently(
    readObjectLines(await place.fetch(`generations/${generation}/objects.tsv`)),
    putsAtOnce,
    restore,
  );
  return progress;
}

function attachmentOf({ objects }: BackupPlace, { sha256, size, mediaType, fileName }: ObjectLine): Attachment {
  return {
    fileName,
    mediaType,
    sentType: mediaType,
    size,
    sha256,
    open: () => objects.open(sha256),
  };
}
