/** Receives the parts of a form in order. An error that a method throws stops the reader. `write` throws it again. */
export interface FormHandler {
  /** Called when a part's headers have been read. Returns the sink for the part's bytes, or null to drop them. */
  part(header: PartHeader): PartSink | null;
}

export interface PartHeader {
  /** The form field's name, decoded. */
  readonly name: string;
  /** The decoded file name, or null when the part is not a file (C1). */
  readonly fileName: string | null;
  /** The part's Content-Type as sent, trimmed. Null when it is missing or empty. */
  readonly contentType: string | null;
}

export interface PartSink {
  /** Takes the next bytes of the part, at least one. They may be a view into the socket's buffer, never overwritten. */
  write(chunk: Buffer): void;
  /** Called when the part is complete. */
  end(): void;
}

/** A synchronous push parser for multipart/form-data (RFC 7578, RFC 2046). Buffers less than one part's headers. */
export interface FormReader {
  /** @throws {UnreadableMultipartError | RequestTooLargeError} or the handler's error. The reader is then unusable. */
  write(chunk: Buffer): void;
  /** Ends the body. @throws {UnreadableMultipartError} when the final boundary is missing. */
  end(): void;
}
