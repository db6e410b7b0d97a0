/**
 * Where attachments wait for the verdict: in memory up to a budget that all requests share, beyond it in temporary
 * files. One spool a process.
 */
export interface Spool {
  /** Room for the attachments of one request. */
  open(): RequestSpool;
  /** Bytes of memory in use now, over all requests. */
  readonly memoryBytes: number;
  /** Removes what a killed process left in the spool's directory. Safe while other processes use the directory. */
  removeLeftOvers(): Promise<void>;
}

export interface RequestSpool {
  /** Begins the next attachment. One at a time: the writer before it has been ended. */
  begin(): SpoolWriter;
  /**
   * Backpressure: null while the sender may write more. Else a promise that resolves when the bytes on their way to disk
   * have been written, and rejects when the disk failed (ENOSPC, EIO).
   */
  pressure(): Promise<void> | null;
  /** Resolves when every byte written so far can be read back; rejects when the disk failed. */
  flush(): Promise<void>;
  /** Frees memory, file and handle. Idempotent; never rejects. Readings under way fail. */
  release(): Promise<void>;
}

export interface SpoolWriter {
  /** Copies the bytes. Never throws: `pressure` and `flush` report a disk's error. */
  write(chunk: Buffer): void;
  /** The attachment's bytes are complete. */
  end(): SpooledBytes;
}

export interface SpooledBytes {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex, computed while the bytes arrived. */
  readonly sha256: string;
  /** As `Attachment.open`. Fails once the request's spool is released. */
  open(): AsyncIterable<Buffer>;
}
