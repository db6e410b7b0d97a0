import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { RollBackQueue } from '../../intake/journal/roll-back.ts';
import { PartFailedError } from '../../platform/failure/errors.ts';
import type { Attachment } from '../../platform/objects/attachment.ts';
import { createStudioKey } from '../../platform/objects/object-key.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { withinLimit } from '../../platform/waiting/within-limit.ts';
import { beginPicture, completePicture, countPictures, usePicture } from './picture-steps.ts';
import {
  mostPictures,
  type NewPictureFile,
  type PictureFile,
  type PictureStore,
  type StudioPicture,
} from './studio-pictures.ts';

interface PictureStoreParts {
  readonly pool: Pool;
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly rollBacks: Pick<RollBackQueue, 'rollBack'>;
  readonly leaseMs: number;
  /** Limit for storing all files of a picture. Less than the lease. */
  readonly putMs: number;
}

/**
 * Creates a store that writes as submissions are written: an intent that names the objects, the objects, then the rows in
 * the statement that ends the intent. The sweep removes the objects of a process that ends in between.
 */
export function createPictureStore({ pool, objects, rollBacks, leaseMs, putMs }: PictureStoreParts): PictureStore {
  async function put(files: readonly NewFile[]): Promise<void> {
    try {
      await withinLimit(putMs, null, async (signal) => {
        for (const { key, attachment } of files) await objects.put(key, attachment, { signal });
      });
    } catch (error) {
      throw new PartFailedError('object store', error);
    }
  }

  return {
    async store(picture) {
      const { sha256 } = newFile(picture.large).attachment;
      const known = await knownOrTooMany(sha256);
      if (known !== null) return known;

      const id = randomUUID();
      const [small, large] = [newFile(picture.small), newFile(picture.large)];
      const upload = { requestId: id, keys: [small.key, large.key], idempotencyKey: null };
      await beginPicture(pool, upload, leaseMs);
      await put([small, large]).catch(async (error: unknown) => {
        await rollBacks.rollBack(upload, 'upload');
        throw error;
      });
      // When this statement fails, its outcome is unknown. Either the picture is there, or the sweep removes its objects.
      const outcome = await completePicture(pool, { id, sha256, small: small.file, large: large.file });
      // Else no row names the objects: the same picture or the last one was stored meanwhile, or the lease had run out.
      if (outcome === 'not-stored') await rollBacks.rollBack(upload, 'upload');
      const stored = await knownOrTooMany(sha256);
      if (stored === null) throw new Error('The upload was given up: its lease had run out');
      return stored;
    },
  };

  async function knownOrTooMany(sha256: string): Promise<StudioPicture | 'too-many' | null> {
    const known = await usePicture(pool, sha256);
    return known ?? ((await countPictures(pool)) >= mostPictures ? 'too-many' : null);
  }
}

type NewFile = ReturnType<typeof newFile>;

function newFile({ bytes, width, height }: NewPictureFile) {
  const key = createStudioKey();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const attachment: Attachment = {
    fileName: 'picture.webp',
    sentType: 'image/webp',
    mediaType: 'image/webp',
    size: bytes.length,
    sha256,
    async *open() {
      yield bytes;
    },
  };
  const file: PictureFile = { key, size: bytes.length, sha256, width, height };
  return { key, attachment, file };
}
