import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '../../objects/object-store.ts';
import type { Attachment } from '../../submission/attachment.ts';
import { forEachAtOnce } from './at-once.ts';
import type { BackupFolder } from './backup-folder.ts';
import { type ObjectLine, readLeftOutKeys, readObjectLines } from './object-lines.ts';

export interface ObjectRestoreParts {
  readonly folder: BackupFolder;
  readonly generation: string;
  readonly objects: Pick<ObjectStore, 'put' | 'stat'>;
  /** Requests that were erased since. */
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
const attempts = 4;
const firstPauseMs = 500;

/** Puts every object of a generation under its key, but for those that are there from an earlier call, and of erased requests. */
export async function restoreObjects(parts: ObjectRestoreParts): Promise<ObjectRestoreProgress> {
  const { folder, generation, objects, erased, signal, onProgress } = parts;
  const directory = folder.generation(generation);
  const leftOut = await readLeftOutKeys(join(directory, 'left-out.tsv'));
  const progress = { objects: 0, bytes: 0 };

  async function restore(line: ObjectLine): Promise<void> {
    signal.throwIfAborted();
    if (leftOut.has(line.key) || erased.has(line.requestId)) return;
    const found = await objects.stat(line.key, { signal });
    if (found?.size !== line.size) await put(line);
    progress.objects += 1;
    progress.bytes += line.size;
    onProgress({ ...progress });
  }

  /** The store compares the bytes with their digest. One that fails once may respond the next time. */
  async function put(line: ObjectLine): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await objects.put(line.key, attachmentOf(folder, line), { signal });
      } catch (error) {
        if (attempt === attempts || signal.aborted) throw error;
        await sleep(firstPauseMs * 2 ** attempt, undefined, { signal });
      }
    }
  }

  await forEachAtOnce(readObjectLines(join(directory, 'objects.tsv')), putsAtOnce, restore);
  return progress;
}

function attachmentOf(folder: BackupFolder, { sha256, size, mediaType, fileName }: ObjectLine): Attachment {
  return {
    fileName,
    mediaType,
    sentType: mediaType,
    size,
    sha256,
    open: () => createReadStream(folder.objectFile(sha256)),
  };
}
