import type { Readable } from 'node:stream';
import type { CallOptions } from './object-store.ts';

/** Files in a bucket below a prefix of their own, by their paths: `a/b`. */
export interface BucketFiles {
  /** Stores the file, whole or not at all; one of the same path is replaced. The store compares the bytes with the digest. */
  put(path: string, content: FileContent, options: CallOptions): Promise<void>;
  /** As `put` where nothing is; else false. A store that knows no such condition replaces what is there. */
  putNew(path: string, content: FileContent, options: CallOptions): Promise<boolean>;
  /** The bytes, to be read to their end or destroyed; null where nothing is. */
  get(path: string, options: CallOptions): Promise<Readable | null>;
  /** Bytes; null where nothing is. */
  size(path: string, options: CallOptions): Promise<number | null>;
  /** All whose path begins so, with their bytes. A listing may miss what has just been written. */
  list(begin: string, options: CallOptions): AsyncIterable<readonly [path: string, size: number]>;
  delete(path: string, options: CallOptions): Promise<void>;
  /** Calls under way fail. */
  close(): Promise<void>;
}

export interface FileContent {
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** The bytes from the first one, anew at each call. */
  open(): AsyncIterable<Buffer>;
}
