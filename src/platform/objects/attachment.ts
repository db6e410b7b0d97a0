/** A file of a form that has arrived whole: its description by the client (C7, C22), and its bytes. */
export interface Attachment {
  /** The client's complete file name. It may be empty, or look like a path. Never use it as a path. */
  readonly fileName: string;
  /** The part's Content-Type as sent, trimmed. Null when it is missing or empty. */
  readonly sentType: string | null;
  /** The media type to store: `application/octet-stream` by default. */
  readonly mediaType: string;
  /** Length in bytes. */
  readonly size: number;
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string;
  /**
   * Starts a new read from the first byte. A chunk is valid until the next chunk is requested. The caller may leave the
   * loop early.
   */
  open(): AsyncIterable<Buffer>;
}
