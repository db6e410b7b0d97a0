import type { Attachment } from '../submission/attachment.ts';
import type { ObjectKey } from '../submission/object-key.ts';

/** Where attachments are kept. One bucket, chosen when the store is built. */
export interface ObjectStore {
  /**
   * Stores the attachment under `key`, visible whole or not at all, with its media type as Content-Type and a
   * Content-Disposition of `attachment` that names the file (C24). Storing the same key again replaces it.
   * Rejects when the bytes are not `size` long or do not hash to `sha256`. After a rejection the outcome may be
   * unknown: the object may have been stored, or may still be (C25).
   */
  put(key: ObjectKey, body: Attachment, options: CallOptions): Promise<void>;
  /** The object, or null when there is none. The caller consumes or destroys `content`. */
  get(key: ObjectKey, options: CallOptions): Promise<StoredObject | null>;
  /** Removes the object. Idempotent: a missing key is success. */
  delete(key: ObjectKey, options: CallOptions): Promise<void>;
  /**
   * Every object whose key has the form of `ObjectKey`, in ascending order of the keys' bytes, from just behind
   * `after`. Other objects of the bucket are passed over. A listing may miss what is being written, and a degraded
   * S3 store may leave out more: never take absence from it as proof.
   */
  list(options: ListOptions): AsyncIterable<ObjectEntry>;
  /** Rejects when the bucket does not answer. A bucket of files that is still to be made answers. */
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

export interface ListOptions extends CallOptions {
  readonly after?: ObjectKey;
}

export interface ObjectEntry {
  readonly key: ObjectKey;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

export interface StoredObject {
  readonly size: number;
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly content: AsyncIterable<Uint8Array> & { destroy(): void };
}
