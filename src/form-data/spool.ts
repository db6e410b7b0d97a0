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
   * What the sender has to wait for before it writes more: null when it may go on. Resolves when bytes on their way
   * to disk have been written; rejects when the disk refused them (ENOSPC, EIO).
   */
  pressure(): Promise<void> | null;
  /** Resolves when every byte accepted so far can be read back; rejects when the disk refused any. */
  flush(): Promise<void>;
  /** Gives memory, file and handle back. Idempotent; never rejects. Readings under way fail. */
  release(): Promise<void>;
}

export interface SpoolWriter {
  /** Copies the bytes. Never throws: a disk's refusal is told by `pressure` and `flush`. */
  write(chunk: Buffer): void;
  /** The attachment's bytes are complete. */
  end(): SpooledBytes;
}

export interface SpooledBytes {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex, computed while the bytes arrived. */
  readonly sha256: string;
  /** As `Attachment.open`. Valid until the request's spool is released. */
  open(): AsyncIterable<Buffer>;
}
