import type { Readable } from 'node:stream';
import type { Attachment } from './attachment.ts';
import type { ObjectKey } from './object-key.ts';

/** The store of attachments: one bucket, chosen when the store is created. */
export interface ObjectStore {
  /**
   * Stores the attachment under `key`, visible whole or not at all, with its media type as Content-Type and a
   * Content-Disposition of `attachment` that names the file (C24). Replaces an object of the same key. Has no timeout:
   * the caller's signal bounds the call.
   * Rejects when the bytes do not match `size` or `sha256`. After a rejection the outcome may be unknown: the object
   * may have been stored, or may still be (C25).
   */
  put(key: ObjectKey, body: Attachment, options: CallOptions): Promise<void>;
  /**
   * Resolves with the object or a range of its bytes, or with null. The caller must read or destroy `content`.
   * @throws {RangeNotSatisfiableError} when the range begins at or after the end, so always for an empty object.
   */
  get(key: ObjectKey, options: GetOptions): Promise<StoredObject | null>;
  /** Resolves with the object's facts without its bytes, or null when there is no object. */
  stat(key: ObjectKey, options: CallOptions): Promise<ObjectFacts | null>;
  /** Removes the object. Idempotent: a missing key is success. */
  delete(key: ObjectKey, options: CallOptions): Promise<void>;
  /**
   * Lists every object whose key has the form of `ObjectKey`, in ascending order of the keys' bytes. Skips other
   * objects of the bucket. May miss objects that are being written. A degraded S3 store may leave out more, so absence
   * from the listing proves no loss.
   */
  list(options: CallOptions): AsyncIterable<ObjectEntry>;
  /** Rejects when the bucket does not respond. A missing folder counts as an empty bucket, because `put` creates it. */
  ping(options: CallOptions): Promise<void>;
  /** Closes the connections of a store on a network. The calls that need them fail. */
  close(): Promise<void>;
}

export interface CallOptions {
  /**
   * Aborting the signal rejects the call at once. A file system operation that has begun is finished first, because it
   * cannot be cancelled.
   */
  readonly signal: AbortSignal;
}

export interface GetOptions extends CallOptions {
  /** Absent: the whole object. */
  readonly range?: ByteRange;
}

/** Bytes `first` to `last`, both included, counted from 0, as in HTTP (RFC 9110, section 14.1.2): 0 ≤ first ≤ last. */
export interface ByteRange {
  readonly first: number;
  /** May be after the end of the object. The range then ends with the object. */
  readonly last: number;
}

export interface ObjectEntry {
  readonly key: ObjectKey;
  /** Size in bytes. */
  readonly size: number;
  /** Time of the last change by the store's clock, at least to the second. */
  readonly modifiedAt: Date;
}

export interface ObjectFacts {
  /** Bytes of the whole object. */
  readonly size: number;
}

export interface StoredObject extends ObjectFacts {
  /** For a range, only the bytes of the range. */
  readonly content: Readable;
}

/** The object has no byte of the requested range: status 416 in HTTP. */
export class RangeNotSatisfiableError extends Error {
  override readonly name = 'RangeNotSatisfiableError';

  constructor() {
    super('The range begins behind the end of the object');
  }
}
