import type { Readable } from 'node:stream';
import type { Attachment } from '../submission/attachment.ts';
import type { ObjectKey } from '../submission/object-key.ts';

/** Where attachments are kept. One bucket, chosen when the store is built. */
export interface ObjectStore {
  /**
   * Stores the attachment under `key`, visible whole or not at all, with its media type as Content-Type and a
   * Content-Disposition of `attachment` that names the file (C24). Storing the same key again replaces it. Has no
   * timeout of its own: the caller's signal bounds it.
   * Rejects when the bytes are not `size` long or do not hash to `sha256`. After a rejection the outcome may be
   * unknown: the object may have been stored, or may still be (C25).
   */
  put(key: ObjectKey, body: Attachment, options: CallOptions): Promise<void>;
  /**
   * The object, or a range of its bytes, or null when there is no object. The caller consumes or destroys `content`.
   * @throws {RangeNotSatisfiableError} when the range begins at or behind the end, as any range of an empty object does.
   */
  get(key: ObjectKey, options: GetOptions): Promise<StoredObject | null>;
  /** What is known of the object without its bytes, or null when there is none. */
  stat(key: ObjectKey, options: CallOptions): Promise<ObjectFacts | null>;
  /** Removes the object. Idempotent: a missing key is success. */
  delete(key: ObjectKey, options: CallOptions): Promise<void>;
  /**
   * Every object whose key has the form of `ObjectKey`, in ascending order of the keys' bytes. Other objects of the
   * bucket are passed over. A listing may miss what is being written, and a degraded S3 store may leave out more:
   * absence from it proves nothing.
   */
  list(options: CallOptions): AsyncIterable<ObjectEntry>;
  /** Rejects when the bucket does not respond. A bucket of files that is still to be made responds. */
  ping(options: CallOptions): Promise<void>;
  /** Releases sockets and file handles. Calls under way fail. */
  close(): Promise<void>;
}

export interface CallOptions {
  /**
   * Aborting it ends the call at once with a rejection. What a file system has begun to write or to remove it ends
   * first, for nobody can call it back.
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
  /** May lie behind the end of the object: the range then ends with the object. */
  readonly last: number;
}

export interface ObjectEntry {
  readonly key: ObjectKey;
  /** Bytes. */
  readonly size: number;
  /** By the store's clock, to the second at least. */
  readonly modifiedAt: Date;
}

export interface ObjectFacts {
  /** Bytes of the whole object. */
  readonly size: number;
  readonly contentType: string;
  readonly contentDisposition: string;
}

export interface StoredObject extends ObjectFacts {
  /** Of a range no more than its bytes. */
  readonly content: Readable;
}

/** The object has no byte of the range that was asked for: status 416 in HTTP. */
export class RangeNotSatisfiableError extends Error {
  override readonly name = 'RangeNotSatisfiableError';

  constructor() {
    super('The range begins behind the end of the object');
  }
}
