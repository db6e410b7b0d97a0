import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Attachment } from '../../src/platform/objects/attachment.ts';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';

/** An object store that executes calls immediately and keeps only the SHA-256 of each object's bytes. */
export interface ModelStore {
  /** The SHA-256 of each object in lower-case hex, by key. */
  readonly objects: ReadonlyMap<string, string>;
  put(key: ObjectKey, body: Attachment): Promise<void>;
  delete(key: ObjectKey): Promise<void>;
}

export function createModelStore(): ModelStore {
  const objects = new Map<string, string>();
  return {
    objects,
    async put(key, body) {
      const bytes = await buffer(body.open());
      objects.set(key, createHash('sha256').update(bytes).digest('hex'));
    },
    async delete(key) {
      objects.delete(key);
    },
  };
}
