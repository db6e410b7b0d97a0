import { createHash, randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDirectoryMaker, renameDurably, writeDurableFile } from '../../objects/durable-files.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { LeftOut, LeftOutReason, ObjectLine, SameBytes } from './object-lines.ts';
import { nullIfMissing } from './part-file.ts';

export interface ObjectCopyParts {
  readonly folder: BackupFolder;
  readonly objects: Pick<ObjectStore, 'get'>;
  /** Whether a file record has this key now. */
  hasRecord(key: string): Promise<boolean>;
  readonly signal: AbortSignal;
}

export interface CopiedObjects {
  /** Whether the bytes were read from the bucket now; they may be in the folder from before. */
  readonly isCopied: boolean;
  readonly leftOut: readonly LeftOut[];
}

const attempts = 4;
const firstPauseMs = 500;

/**
 * Brings the bytes of one digest into the folder, from the first object that has them. An object is there under its name
 * when all its bytes are on disk and hash to it.
 */
export function createObjectCopy({ folder, objects, hasRecord, signal }: ObjectCopyParts) {
  const directories = createDirectoryMaker();

  async function copy({ key, sha256, size }: ObjectLine): Promise<LeftOutReason | null> {
    const stored = await objects.get(key, { signal });
    if (stored === null) return (await hasRecord(key)) ? 'missing' : 'erased';
    const written = join(folder.incoming, randomUUID());
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      await writeDurableFile(written, async (file) => {
        for await (const chunk of stored.content as AsyncIterable<Buffer>) {
          hash.update(chunk);
          bytes += chunk.length;
          await file.writeFile(chunk);
        }
      });
      if (bytes !== size || hash.digest('hex') !== sha256) return 'damaged';
      const path = folder.objectFile(sha256);
      await directories.make(dirname(path));
      await renameDurably(written, path);
      return null;
    } finally {
      stored.content.destroy();
      await rm(written, { force: true });
    }
  }

  /** A store that fails once may respond the next time. */
  async function copyWithRetries(line: ObjectLine): Promise<LeftOutReason | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await copy(line);
      } catch (error) {
        if (attempt === attempts || signal.aborted || isLocal(error)) throw error;
        await sleep(firstPauseMs * 2 ** attempt, undefined, { signal });
      }
    }
  }

  return async ({ sha256, size, lines }: SameBytes): Promise<CopiedObjects> => {
    const found = await stat(folder.objectFile(sha256)).catch(nullIfMissing);
    if (found?.size === size) return { isCopied: false, leftOut: [] };
    const leftOut: LeftOut[] = [];
    for (const line of lines) {
      const reason = await copyWithRetries(line);
      if (reason === null) return { isCopied: true, leftOut: [] };
      leftOut.push({ reason, key: line.key, requestId: line.requestId });
    }
    return { isCopied: false, leftOut };
  };
}

/** The disk of the back-up itself: it does not get larger by waiting. */
function isLocal(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code));
}
