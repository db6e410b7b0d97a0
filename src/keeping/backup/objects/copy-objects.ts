import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurableFile } from '../../../platform/disk/durable-files.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { FileInventory } from '../../files/file-inventory.ts';
import { withRetries } from '../format/failures.ts';
import type { DigestGroup, LeftOut, LeftOutReason, ObjectLine } from '../format/object-lines.ts';
import type { BackupTarget } from '../targets/backup-target.ts';

interface ObjectCopyParts {
  readonly target: BackupTarget;
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly files: Pick<FileInventory, 'hasRecord'>;
  readonly signal: AbortSignal;
}

interface CopiedObjects {
  /** True when the bytes were read from the bucket now. False when the target already had them, or no copy succeeded. */
  readonly isCopied: boolean;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Returns a function that copies the bytes of one digest into the target, from the first bucket object that has them. An
 * object appears in the target only after all its bytes are on disk and match the digest.
 */
export function createObjectCopy({ target, objects, files, signal }: ObjectCopyParts) {
  async function copy({ key, sha256, size }: ObjectLine): Promise<LeftOutReason | null> {
    const stored = await objects.get(key, { signal });
    if (stored === null) return (await files.hasRecord(key)) ? 'missing' : 'erased';
    const written = join(target.folder.incoming, randomUUID());
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
      await target.objects.take(written, sha256, size);
      return null;
    } finally {
      stored.content.destroy();
      await rm(written, { force: true });
    }
  }

  return async ({ sha256, size, lines }: DigestGroup): Promise<CopiedObjects> => {
    if ((await target.objects.size(sha256)) === size) return { isCopied: false, leftOut: [] };
    const leftOut: LeftOut[] = [];
    for (const line of lines) {
      const reason = await withRetries(() => copy(line), signal);
      if (reason === null) return { isCopied: true, leftOut: [] };
      leftOut.push({ reason, key: line.key, requestId: line.requestId });
    }
    return { isCopied: false, leftOut };
  };
}
