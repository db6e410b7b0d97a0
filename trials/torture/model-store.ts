import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Attachment } from '../../src/submission/attachment.ts';
import type { ObjectKey } from '../../src/submission/object-key.ts';

/** An object store that does at once what it is asked, and keeps of each object what its bytes hash to. */
export interface ModelStore {
  /** Lower-case hex of SHA-256 by key. */
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
