import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { ObjectKey } from '../submission/object-key.ts';
import {
  type ByteRange,
  type CallOptions,
  type GetOptions,
  type ObjectStore,
  RangeNotSatisfiableError,
} from './object-store.ts';

/** What the record of a file says of its object. */
interface RecordedObject {
  readonly key: ObjectKey;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** There is no object where a record names one. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';

  constructor() {
    super('The store has no object of this key');
  }
}

/** The object is not the one that its record describes. */
export class AlteredObjectError extends Error {
  override readonly name = 'AlteredObjectError';

  constructor() {
    super('The object does not have the recorded length or SHA-256');
  }
}

/** The store did not give the object; `cause` tells why. */
export class ObjectUnavailableError extends Error {
  override readonly name = 'ObjectUnavailableError';

  constructor(cause: unknown) {
    super('The object store did not give the object', { cause });
  }
}

/**
 * Opens the object of a record, or a range of its bytes, which must lie within it. The stream gives its last chunk only
 * when the length is right and, of a whole object, the SHA-256 too; else it fails with an `AlteredObjectError`.
 * Resolves when there is something to read. @throws {MissingObjectError | AlteredObjectError | ObjectUnavailableError}
 */
export async function openStoredFile(
  objects: ObjectStore,
  { key, size, sha256 }: RecordedObject,
  { range, signal }: GetOptions,
): Promise<Readable> {
  const part = range === undefined || isWhole(range, size) ? undefined : range;
  const object = await objects.get(key, part === undefined ? { signal } : { range: part, signal }).catch(rethrow);
  if (object === null) throw new MissingObjectError();
  const content = part
    ? checked(object.content, part.last - part.first + 1, null)
    : checked(object.content, size, sha256);
  if (object.size !== size) content.destroy(new AlteredObjectError());
  await untilReadable(content);
  return content;
}

/** Whether the object is there and as long as recorded. @throws as `openStoredFile` */
export async function checkStoredFile(
  objects: ObjectStore,
  { key, size }: RecordedObject,
  { signal }: CallOptions,
): Promise<void> {
  const facts = await objects.stat(key, { signal }).catch(rethrow);
  if (facts === null) throw new MissingObjectError();
  if (facts.size !== size) throw new AlteredObjectError();
}

function isWhole({ first, last }: ByteRange, size: number): boolean {
  return first === 0 && last === size - 1;
}

function rethrow(error: unknown): never {
  throw error instanceof RangeNotSatisfiableError ? new AlteredObjectError() : new ObjectUnavailableError(error);
}

async function untilReadable(content: Readable): Promise<void> {
  if (content.readableLength > 0) return;
  try {
    await once(content, 'readable');
  } catch (error) {
    throw error instanceof AlteredObjectError ? error : new ObjectUnavailableError(error);
  }
}

/** Holds the last chunk back until it has seen them all. */
function checked(content: Readable, size: number, sha256: string | null): Readable {
  const hash = sha256 === null ? null : createHash('sha256');
  let bytesLeft = size;
  let held: Buffer | null = null;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) return done(new AlteredObjectError());
      hash?.update(chunk);
      const previous = held;
      held = chunk;
      done(null, previous);
    },
    flush(done) {
      const isRight = bytesLeft === 0 && (hash === null || hash.digest('hex') === sha256);
      done(isRight ? null : new AlteredObjectError(), held);
    },
  });
  // Whoever reads sees a failure.
  pipeline(content, check, () => {});
  return check;
}
