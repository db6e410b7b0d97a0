/**
 * The store for attachments until the verdict: in memory up to a budget that all requests share, beyond it in temporary
 * files. A process has one spool.
 */
export interface Spool {
  /** Waits a few seconds at most for memory for a long body, before it is read. The result gives the memory back. */
  reserveMemory(bodyBytes: number): Promise<() => void>;
  /** Opens the spool of one request. */
  open(): RequestSpool;
  /** Bytes of memory in use, for all requests together. */
  readonly memoryBytes: number;
  /** Removes files that killed processes left in the directory. Safe while other processes use the directory. */
  removeLeftOvers(): Promise<void>;
}

export interface RequestSpool {
  /** Begins the next attachment. The writer of the previous attachment must have ended. */
  begin(): SpoolWriter;
  /**
   * Returns null while the sender may write more. Otherwise returns a promise that resolves when the pending bytes are
   * on disk, and rejects when the disk failed (ENOSPC, EIO).
   */
  pressure(): Promise<void> | null;
  /** Resolves when every byte written so far can be read back. Rejects when the disk failed. */
  flush(): Promise<void>;
  /** Frees memory, file and handle. Running reads fail. Idempotent. Never rejects. */
  release(): Promise<void>;
}

export interface SpoolWriter {
  /** Copies the bytes. Never throws: `pressure` and `flush` report disk errors. */
  write(chunk: Buffer): void;
  /** Completes the attachment. */
  end(): SpooledBytes;
}

export interface SpooledBytes {
  /** Size in bytes. */
  readonly size: number;
  /** Lower-case hex, computed while the bytes arrived. */
  readonly sha256: string;
  /** See `Attachment.open`. Fails once the request's spool is released. */
  open(): AsyncIterable<Buffer>;
}
