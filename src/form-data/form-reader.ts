/** Receives the parts of a form in their order. What a method throws stops the reader and is thrown by `write`. */
export interface FormHandler {
  /** A part's headers have been read. The sink returned takes the part's bytes; null drops them. */
  part(header: PartHeader): PartSink | null;
}

export interface PartHeader {
  /** The form field's name, decoded. */
  readonly name: string;
  /** The decoded file name; null when the part is no file (C1). */
  readonly fileName: string | null;
  /** The part's Content-Type as sent, trimmed; null when it has none or an empty one. */
  readonly contentType: string | null;
}

export interface PartSink {
  /** The next bytes of the part, never empty. A view into the socket's buffer that nobody writes to again. */
  write(chunk: Buffer): void;
  /** The part is complete. */
  end(): void;
}

/** A push parser for multipart/form-data (RFC 7578, RFC 2046). Synchronous; holds less than one part's headers. */
export interface FormReader {
  /** @throws {UnreadableMultipartError | RequestTooLargeError} and whatever the handler throws; the reader is then spent. */
  write(chunk: Buffer): void;
  /** The body is over. @throws {UnreadableMultipartError} when the final boundary is missing. */
  end(): void;
}
