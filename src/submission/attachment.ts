/** A file that has arrived whole and waits to be stored: what the client said about it (C7, C22), and its bytes. */
export interface Attachment {
  /** The client's file name, whole. May be empty, may look like a path. Never use it as one. */
  readonly fileName: string;
  /** The part's Content-Type as sent, trimmed; null when none or an empty one was sent. */
  readonly sentType: string | null;
  /** The type to store: `application/octet-stream` when none was sent. */
  readonly mediaType: string;
  /** Length in bytes. */
  readonly size: number;
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string;
  /**
   * Begins to read the bytes, from the first one, anew at each call. A chunk is valid until the next one is asked for.
   * Leaving the loop early is allowed.
   */
  open(): AsyncIterable<Buffer>;
}
