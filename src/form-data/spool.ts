import type { Readable } from 'node:stream';

/**
 * Where attachments wait for the verdict: in memory up to a budget that all requests share, beyond it in temporary
 * files. One spool a process.
 */
export interface Spool {
  /** Room for the attachments of one request. */
  open(): RequestSpool;
  /** Bytes held in memory now, over all requests. */
  readonly memoryBytes: number;
  /** Removes what a killed process left in the spool's directory. Safe while other processes use the directory. */
  removeLeftOvers(): Promise<void>;
}

export interface RequestSpool {
  /** Begins the next attachment. One at a time: the writer before it has been ended or discarded. */
  begin(): SpoolWriter;
  /**
   * What the sender has to wait for before it writes more: null when it may go on. Resolves when bytes on their way
   * to disk have been written; rejects when the disk refused them (ENOSPC, EIO).
   */
  pressure(): Promise<void> | null;
  /** Resolves when every byte accepted so far can be read back; rejects when the disk refused any. */
  flush(): Promise<void>;
  /** Gives memory, file and handle back. Idempotent; never rejects. Streams opened before are cut off. */
  release(): Promise<void>;
}

export interface SpoolWriter {
  /** Takes the bytes. The caller does not change `chunk` afterwards. Never throws: a disk's refusal is told by `pressure` and `flush`. */
  write(chunk: Buffer): void;
  /** The attachment's bytes are complete. */
  end(): SpooledBytes;
  /** The attachment is not wanted: its memory is given back now. */
  discard(): void;
}

export interface SpooledBytes {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex, computed while the bytes arrived. */
  readonly sha256: string;
  /** A new stream at each call, from the first byte. Valid until the request's spool is released. */
  open(): Readable;
}
