import { createDelimiterEnding } from './delimiter-ending.ts';

export interface DelimiterSearch {
  /**
   * What is scanned next begins a preamble or a part's body: a delimiter may stand there without a CRLF of its own.
   * To be called before the first scan and after each delimiter.
   */
  begin(): void;
  /**
   * Hands out the data from `at` on, up to the next delimiter or as far as it is certain to be data.
   * @throws {UnreadableMultipartError} when a bare LF follows a boundary (C6).
   */
  scan(chunk: Buffer, at: number, data: (bytes: Buffer) => void): SearchStep;
}

export interface SearchStep {
  /** What the delimiter begins, or `more` when the chunk held none. */
  readonly kind: 'part' | 'close' | 'more';
  /** The offset in the chunk behind the delimiter. */
  readonly end: number;
}

const cr = 0x0d;
const lineBreakLength = 2;

/**
 * Finds the delimiter, `CRLF--boundary`, however the chunks cut it. It has its only CR at its front, so that what is
 * held back of it needs no copy and a failed match can only begin anew at the byte that failed it.
 */
export function createDelimiterSearch(delimiter: Buffer): DelimiterSearch {
  const ending = createDelimiterEnding();
  /** How much of a delimiter stood at the end of the chunks before. */
  let matched = 0;
  /** How much of that was never in the body: the line break that ended the headers. */
  let borrowed = 0;

  function scan(chunk: Buffer, at: number, data: (bytes: Buffer) => void): SearchStep {
    if (matched === 0) return search(chunk, at, data);
    const end = matchOn(chunk, at);
    if (matched < delimiter.length) {
      if (end === chunk.length) return { kind: 'more', end };
      giveUp(data);
      return search(chunk, end, data);
    }
    const step = ending.read(chunk, end);
    if (step.kind !== 'data') return { kind: step.kind, end: step.end };
    giveUp(data);
    return search(chunk, step.end, data);
  }

  function matchOn(chunk: Buffer, at: number): number {
    let end = at;
    while (matched < delimiter.length && end < chunk.length && chunk[end] === delimiter[matched]) {
      end++;
      matched++;
      if (matched === delimiter.length) ending.begin();
    }
    return end;
  }

  /** What was held back is data after all. */
  function giveUp(data: (bytes: Buffer) => void): void {
    if (matched > borrowed) data(delimiter.subarray(borrowed, matched));
    const held = matched === delimiter.length ? ending.heldBytes() : null;
    if (held !== null && held.length > 0) data(held);
    borrowed = 0;
    matched = 0;
  }

  function search(chunk: Buffer, start: number, data: (bytes: Buffer) => void): SearchStep {
    let from = start;
    for (;;) {
      const hit = chunk.indexOf(delimiter, from);
      if (hit === -1) return holdTail(chunk, start, from, data);
      ending.begin();
      const step = ending.read(chunk, hit + delimiter.length);
      from = step.end;
      if (step.kind === 'data') continue;
      if (hit > start) data(chunk.subarray(start, hit));
      if (step.kind === 'more') matched = delimiter.length;
      return { kind: step.kind, end: step.end };
    }
  }

  function holdTail(chunk: Buffer, start: number, from: number, data: (bytes: Buffer) => void): SearchStep {
    matched = lengthOfBeginning(chunk, Math.max(from, chunk.length - delimiter.length + 1));
    const end = chunk.length - matched;
    if (end > start) data(chunk.subarray(start, end));
    return { kind: 'more', end: chunk.length };
  }

  /** How many bytes at the end of the chunk, from `from` on, may be the beginning of a delimiter. */
  function lengthOfBeginning(chunk: Buffer, from: number): number {
    let at = chunk.length - 1;
    while (at >= from && chunk[at] !== cr) at--;
    if (at < from) return 0;
    const length = chunk.length - at;
    return chunk.compare(delimiter, 0, length, at) === 0 ? length : 0;
  }

  return {
    begin() {
      matched = lineBreakLength;
      borrowed = lineBreakLength;
    },
    scan,
  };
}
