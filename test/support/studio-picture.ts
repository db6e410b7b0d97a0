import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createStudioKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createPictureStore } from '../../src/studio/pictures/create-picture-store.ts';
import type { NewPicture } from '../../src/studio/pictures/studio-pictures.ts';
import { attachmentOf } from './attachments.ts';

/** Returns a picture of these bytes, which are not decoded. */
export function newPicture(text: string): NewPicture {
  return {
    small: { bytes: Buffer.from(`small ${text}`), width: 2, height: 1 },
    large: { bytes: Buffer.from(`large ${text}`), width: 4, height: 2 },
  };
}

/** Returns the steps of storing such a picture, one by one. */
export function uploadedPicture(text: string) {
  const files = Object.values(newPicture(text)).map(({ bytes, width, height }) => {
    const attachment = attachmentOf(bytes, { mediaType: 'image/webp', fileName: 'picture.webp' });
    return { key: createStudioKey(), attachment, size: bytes.length, sha256: attachment.sha256, width, height };
  });
  const [small, large] = files;
  if (small === undefined || large === undefined) throw new Error('A picture has two files');
  const id = randomUUID();
  const sha256 = createHash('sha256').update(`large ${text}`).digest('hex');
  return {
    upload: { requestId: id, keys: files.map(({ key }) => key), idempotencyKey: null },
    files,
    picture: { id, sha256, small, large },
  };
}

/** Stores such a picture. Resolves with its name. */
export async function uploadStudioPicture(pool: Pool, objects: ObjectStore, text: string): Promise<string> {
  const rollBacks = { rollBack: () => Promise.reject(new Error('No upload fails')) };
  const store = createPictureStore({ pool, objects, rollBacks, leaseMs: 60_000, putMs: 30_000 });
  const stored = await store.store(newPicture(text));
  if (stored === 'too-many') throw new Error('There are too many pictures');
  return stored.sha256;
}
