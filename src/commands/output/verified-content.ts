import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import type { RequestFile } from '../../inbox/inbox.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import type { ObjectKey } from '../../submission/object-key.ts';

/**
 * The bytes of an attachment. The stream fails at its end when they are not those that were stored.
 * @throws {Error} when the bucket does not have the object
 */
export async function openVerified(
  objects: ObjectStore,
  key: ObjectKey,
  { sha256, size }: Pick<RequestFile, 'sha256' | 'size'>,
  signal: AbortSignal,
): Promise<Readable> {
  const stored = await objects.get(key, { signal });
  if (stored === null) throw new Error(`the bucket has no object ${key}`);
  const hash = createHash('sha256');
  let bytes = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      const isSame = bytes === size && hash.digest('hex') === sha256;
      done(isSame ? null : new Error(`the object ${key} is damaged: it has other bytes than those that were stored`));
    },
  });
  stored.content.on('error', (error) => check.destroy(error));
  check.on('close', () => stored.content.destroy());
  return stored.content.pipe(check);
}
