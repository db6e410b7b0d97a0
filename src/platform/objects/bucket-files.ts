import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CallOptions } from './object-store.ts';

/** Files in a bucket below their own prefix, addressed by path: `a/b`. */
export interface BucketFiles {
  /** Stores the file whole or not at all. Replaces a file of the same path. The store verifies the digest. */
  put(path: string, content: FileContent, options: CallOptions): Promise<void>;
  /** As `put`, but resolves with false when the path is taken. Stores without conditional writes replace the file. */
  putNew(path: string, content: FileContent, options: CallOptions): Promise<boolean>;
  /** Resolves with the bytes, which the caller reads to the end or destroys, or with null when there is no file. */
  get(path: string, options: CallOptions): Promise<Readable | null>;
  /** Resolves with the size in bytes, or with null when there is no file. */
  size(path: string, options: CallOptions): Promise<number | null>;
  /** Lists the files whose path begins with `begin`, with their bytes. May miss files that were just written. */
  list(begin: string, options: CallOptions): AsyncIterable<readonly [path: string, size: number]>;
  delete(path: string, options: CallOptions): Promise<void>;
  /** As `ObjectStore.close`. */
  close(): Promise<void>;
}

export interface FileContent {
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Starts a new read from the first byte. */
  open(): AsyncIterable<Buffer>;
}

export function contentOfText(text: string): FileContent {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    size: bytes.length,
    sha256,
    async *open() {
      yield bytes;
    },
  };
}
