import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { ObjectKey } from './object-key.ts';
import {
  type ByteRange,
  type CallOptions,
  type GetOptions,
  type ObjectStore,
  RangeNotSatisfiableError,
} from './object-store.ts';

/** The facts in a file record about its object. */
interface RecordedObject {
  readonly key: ObjectKey;
  /** Size in bytes. */
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

/** The object of a file record is missing or altered, or the store did not return it. `cause` then has the reason. */
export class StoredFileError extends Error {
  override readonly name = 'StoredFileError';
  readonly fault: FileFault;

  constructor(fault: FileFault, cause?: unknown) {
    super(faultTexts[fault], { cause });
    this.fault = fault;
  }
}

/**
 * Opens the object of a file record, or a range of its bytes, which must lie within the object. The stream delivers its
 * last chunk only when the length is correct and, for a whole object, the SHA-256 too. Otherwise it fails as altered.
 * Resolves when there are bytes to read. @throws {StoredFileError}
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

/** Resolves when the object exists and has the recorded length. @throws {StoredFileError} */
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

/** Returns a stream that holds the last chunk back until all chunks have been checked. */
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
  // The reader of `check` gets the failure.
  pipeline(content, check, () => {});
  return check;
}
