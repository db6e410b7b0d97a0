import { UnreadableMultipartError } from '../submission/unreadable-multipart-error.ts';

/** What the bytes behind `CRLF--boundary` make of it: data when it was no delimiter, more when they do not say yet. */
export type EndingKind = 'part' | 'close' | 'data' | 'more';

export interface EndingStep {
  readonly kind: EndingKind;
  /** The offset behind the last byte that belongs to the ending, or to the data. */
  readonly end: number;
}

export interface DelimiterEnding {
  /** A `CRLF--boundary` has just been seen. */
  begin(): void;
  /**
   * Reads on from `at`. When it turns out to be data, `heldBytes` are part of it and `end` is where the search goes on.
   * @throws {UnreadableMultipartError} at a bare LF (C6).
   */
  read(chunk: Buffer, at: number): EndingStep;
  /** A copy of the bytes taken so far. */
  heldBytes(): Buffer;
}

const maxPaddingBytes = 256;
const tab = 0x09;
const lf = 0x0a;
const cr = 0x0d;
const space = 0x20;
const dash = 0x2d;

/** Tells delimiters from data: `--` closes the form, padding and CRLF begin a part (RFC 2046 section 5.1.1). */
export function createDelimiterEnding(): DelimiterEnding {
  // No buffer: one for each form would be nearly all that the reader of a small form allocates.
  let held: number[] = [];
  let last = space;

  function read(chunk: Buffer, at: number): EndingStep {
    for (let end = at; end < chunk.length; end++) {
      const kind = push(chunk[end] ?? 0);
      if (kind === 'data') return { kind, end };
      if (kind !== 'more') return { kind, end: end + 1 };
    }
    return { kind: 'more', end: chunk.length };
  }

  function push(byte: number): EndingKind {
    if (last === cr) return byte === lf ? 'part' : 'data';
    if (last === dash) return byte === dash ? 'close' : 'data';
    if (byte === lf) throw new UnreadableMultipartError('bare LF behind a boundary');
    if (byte === cr) return hold(byte);
    if (byte === dash && held.length === 0) return hold(byte);
    return (byte === space || byte === tab) && held.length < maxPaddingBytes ? hold(byte) : 'data';
  }

  function hold(byte: number): EndingKind {
    last = byte;
    held.push(byte);
    return 'more';
  }

  return {
    begin() {
      held = [];
      last = space;
    },
    read,
    heldBytes: () => Buffer.from(held),
  };
}
