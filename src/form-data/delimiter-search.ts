import { UnreadableMultipartError } from '../failure/errors.ts';

interface SearchStep {
  /** What the delimiter begins, or `more` when the chunk held none. */
  readonly kind: 'part' | 'close' | 'more';
  /** The offset in the chunk behind the delimiter. */
  readonly end: number;
}

/** A delimiter with its ending; of kind `more` the bytes from `start` on may be the beginning of one. */
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
 * Finds the delimiter, `CRLF--boundary`, however the chunks cut it. It has its only CR at its front, so that two of them
 * never overlap, and only the last CR of a chunk can begin one that the chunk cuts.
 */
export function createDelimiterSearch(delimiter: Buffer) {
  const maxBytes = delimiter.length + maxPaddingBytes + lineBreak.length;
  /** The end of the chunks before, where it may be the beginning of a delimiter. */
  let held: Buffer = nothing;
  /** How many bytes of it were never in the body: the line break that ended the headers. */
  let borrowed = 0;

  /**
   * What is scanned next begins a preamble or a part's body: a delimiter may stand there without a CRLF of its own.
   * To be called before the first scan and after each delimiter.
   */
  function begin(): void {
    held = lineBreak;
    borrowed = lineBreak.length;
  }

  /**
   * Hands out the data from `at` on, up to the next delimiter or as far as it is certain to be data.
   * @throws {UnreadableMultipartError} when a bare LF follows a boundary (C6).
   */
  function scan(chunk: Buffer, at: number, data: (bytes: Buffer) => void): SearchStep {
    if (held.length > 0) {
      // Long enough to decide about any delimiter that begins in what is held.
      const joined = Buffer.concat([held, chunk.subarray(at, at + maxBytes)]);
      const { kind, start, end } = find(joined, 0);
      const behind = at + end - held.length;
      if (start < held.length) return take(joined, borrowed, { kind, start, end: behind }, data);
      take(held, borrowed, { kind: 'more', start: held.length, end: at }, data);
    }
    return take(chunk, at, find(chunk, at), data);
  }

  /** Hands out what stands before the delimiter, and holds back what may be the beginning of one. */
  function take(bytes: Buffer, from: number, found: Found, data: (bytes: Buffer) => void): SearchStep {
    const { kind, start, end } = found;
    if (start > from) data(bytes.subarray(from, start));
    if (start > 0) borrowed = 0;
    // Copied: a view would keep the whole chunk in memory.
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

  /** Where a delimiter may begin that the end of the bytes cuts; their length when there is none. */
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
 * What stands behind `CRLF--boundary`: `--` closes the form, padding and CRLF begin a part (RFC 2046 section 5.1.1), `more`
 * when the bytes end before that is clear. Null when it was no delimiter.
 * @throws {UnreadableMultipartError} at a bare LF (C6).
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
  if (bytes[at] === lf) throw new UnreadableMultipartError('bare LF behind a boundary');
  if (bytes[at] !== cr) return null;
  if (at + 1 === bytes.length) return more;
  return bytes[at + 1] === lf ? { kind: 'part', end: at + 2 } : null;
}
