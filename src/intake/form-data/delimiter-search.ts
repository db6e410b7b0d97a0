interface SearchStep {
  /**
   * `part`: the delimiter begins a part. `close`: it ends the form. `bare LF`: it ends in one (C6). `more`: the chunk
   * holds no further delimiter.
   */
  readonly kind: 'part' | 'close' | 'bare LF' | 'more';
  /** The offset in the chunk after the delimiter. */
  readonly end: number;
}

/** A delimiter with its ending. With kind `more`, the bytes from `start` on may be the beginning of one. */
interface Found extends SearchStep {
  readonly start: number;
}

const maxPaddingBytes = 256;
const tab = 0x09;
const lf = 0x0a;
const cr = 0x0d;
const space = 0x20;
const dash = 0x2d;

const nothing = Buffer.alloc(0);
const lineBreak = Buffer.from('\r\n');

/**
 * Creates a search for the delimiter, `CRLF--boundary`, which chunks may split. Its only CR is its first byte. So two
 * delimiters never overlap, and only the last CR of a chunk can begin a delimiter that the chunk cuts off.
 */
export function createDelimiterSearch(delimiter: Buffer) {
  const maxBytes = delimiter.length + maxPaddingBytes + lineBreak.length;
  /** The last bytes of the previous chunks, kept while they may be the beginning of a delimiter. */
  let held: Buffer = nothing;
  /** Bytes at the front of `held` that the body never contained: the line break that `begin` inserts. */
  let insertedBytes = 0;

  /**
   * Starts a preamble or a part's body. A delimiter without a CRLF of its own may come first.
   * Must be called before the first scan and after each delimiter.
   */
  function begin(): void {
    held = lineBreak;
    insertedBytes = lineBreak.length;
  }

  /** Passes on the data from `at` up to the next delimiter, or as far as the bytes are certain to be data. */
  function scan(chunk: Buffer, at: number, data: (bytes: Buffer) => void): SearchStep {
    if (held.length > 0) {
      // These bytes suffice to recognize any delimiter that begins in the held bytes.
      const joined = Buffer.concat([held, chunk.subarray(at, at + maxBytes)]);
      const { kind, start, end } = find(joined, 0);
      const behind = at + end - held.length;
      if (start < held.length) return take(joined, insertedBytes, { kind, start, end: behind }, data);
      take(held, insertedBytes, { kind: 'more', start: held.length, end: at }, data);
    }
    return take(chunk, at, find(chunk, at), data);
  }

  /** Passes on the bytes before the delimiter, and holds back bytes that may be the beginning of one. */
  function take(bytes: Buffer, from: number, found: Found, data: (bytes: Buffer) => void): SearchStep {
    const { kind, start, end } = found;
    if (start > from) data(bytes.subarray(from, start));
    if (start > 0) insertedBytes = 0;
    // A view instead of a copy would keep the whole chunk in memory.
    held = kind === 'more' && start < bytes.length ? Buffer.from(bytes.subarray(start)) : nothing;
    return { kind, end };
  }

  function find(bytes: Buffer, from: number): Found {
    let start = bytes.indexOf(delimiter, from);
    while (start !== -1) {
      const behind = start + delimiter.length;
      const ending = readEnding(bytes, behind);
      if (ending !== null) return { start, ...ending };
      start = bytes.indexOf(delimiter, behind);
    }
    return { kind: 'more', start: startOfBeginning(bytes, from), end: bytes.length };
  }

  /** Returns the offset of a delimiter that the end of the bytes may cut off. Without one, returns the length. */
  function startOfBeginning(bytes: Buffer, from: number): number {
    const first = Math.max(from, bytes.length - delimiter.length + 1);
    let at = bytes.length - 1;
    while (at >= first && bytes[at] !== cr) at--;
    if (at < first) return bytes.length;
    return bytes.compare(delimiter, 0, bytes.length - at, at) === 0 ? at : bytes.length;
  }

  return { begin, scan };
}

/**
 * Reads the bytes after `CRLF--boundary` (RFC 2046 section 5.1.1): `--` closes the form, padding and CRLF begin a part.
 * Returns kind `more` when the bytes end too early to decide, and null when the bytes before were no delimiter.
 */
function readEnding(bytes: Buffer, from: number): SearchStep | null {
  const more = { kind: 'more', end: bytes.length } as const;
  if (bytes[from] === dash) {
    if (from + 1 === bytes.length) return more;
    return bytes[from + 1] === dash ? { kind: 'close', end: from + 2 } : null;
  }
  let at = from;
  while (at - from < maxPaddingBytes && (bytes[at] === space || bytes[at] === tab)) at++;
  if (at === bytes.length) return more;
  if (bytes[at] === lf) return { kind: 'bare LF', end: at + 1 };
  if (bytes[at] !== cr) return null;
  if (at + 1 === bytes.length) return more;
  return bytes[at + 1] === lf ? { kind: 'part', end: at + 2 } : null;
}
