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

const faultTexts = {
  missing: 'The store has no object of this key',
  altered: 'The object does not have the recorded length or SHA-256',
  unavailable: 'The object store did not give the object',
};

type FileFault = keyof typeof faultTexts;

/** The object of a record is not there, is another one, or was not given; then `cause` tells why. */
export class StoredFileError extends Error {
  override readonly name = 'StoredFileError';
  readonly fault: FileFault;

  constructor(fault: FileFault, cause?: unknown) {
    super(faultTexts[fault], { cause });
    this.fault = fault;
  }
}

/**
 * Opens the object of a record, or a range of its bytes, which must lie within it. The stream gives its last chunk only
 * when the length is right and, of a whole object, the SHA-256 too; else it fails as altered.
 * Resolves when there is something to read. @throws {StoredFileError}
 */
export async function openStoredFile(
  objects: ObjectStore,
  { key, size, sha256 }: RecordedObject,
  { range, signal }: GetOptions,
): Promise<Readable> {
  const part = range === undefined || isWhole(range, size) ? undefined : range;
  const object = await objects.get(key, part === undefined ? { signal } : { range: part, signal }).catch(rethrow);
  if (object === null) throw new StoredFileError('missing');
  const content = part
    ? checked(object.content, part.last - part.first + 1, null)
    : checked(object.content, size, sha256);
  if (object.size !== size) content.destroy(new StoredFileError('altered'));
  await untilReadable(content);
  return content;
}

/** Whether the object is there and as long as recorded. @throws {StoredFileError} */
export async function checkStoredFile(
  objects: ObjectStore,
  { key, size }: RecordedObject,
  { signal }: CallOptions,
): Promise<void> {
  const facts = await objects.stat(key, { signal }).catch(rethrow);
  if (facts === null) throw new StoredFileError('missing');
  if (facts.size !== size) throw new StoredFileError('altered');
}

function isWhole({ first, last }: ByteRange, size: number): boolean {
  return first === 0 && last === size - 1;
}

function rethrow(error: unknown): never {
  throw error instanceof RangeNotSatisfiableError
    ? new StoredFileError('altered')
    : new StoredFileError('unavailable', error);
}

async function untilReadable(content: Readable): Promise<void> {
  if (content.readableLength > 0) return;
  try {
    await once(content, 'readable');
  } catch (error) {
    throw error instanceof StoredFileError ? error : new StoredFileError('unavailable', error);
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
      if (bytesLeft < 0) return done(new StoredFileError('altered'));
      hash?.update(chunk);
      const previous = held;
      held = chunk;
      done(null, previous);
    },
    flush(done) {
      const isRight = bytesLeft === 0 && (hash === null || hash.digest('hex') === sha256);
      done(isRight ? null : new StoredFileError('altered'), held);
    },
  });
  // Whoever reads sees a failure.
  pipeline(content, check, () => {});
  return check;
}
