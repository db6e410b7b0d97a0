import { UnreadableMultipartError } from '../failure/errors.ts';
import { maxPartHeaderBytes } from '../submission/limits.ts';

interface HeaderBlockStep {
  /** The header lines without the blank line; null while it is missing. Valid until the next `read`. */
  readonly block: Buffer | null;
  /** The offset in the chunk behind what was taken. */
  readonly end: number;
}

const blankLine = Buffer.from('\r\n\r\n');
const capacityBytes = maxPartHeaderBytes + blankLine.length;

/** Collects the header block of one part after the other, up to CRLF CRLF. Copies only blocks that chunks cut. */
export function createHeaderBlock() {
  let collected: Buffer | null = null;
  let length = 0;

  /**
   * Takes what belongs to the block from `at` on.
   * @throws {UnreadableMultipartError} when the block is empty, and as soon as it is over 16 KiB (C6).
   */
  function read(chunk: Buffer, at: number): HeaderBlockStep {
    if (length === 0) {
      const whole = chunk.subarray(at, at + capacityBytes);
      const blockEnd = endOfBlock(whole, 0);
      if (blockEnd !== -1) return { block: whole.subarray(0, blockEnd), end: at + blockEnd + blankLine.length };
    }
    return collect(chunk, at);
  }

  function collect(chunk: Buffer, at: number): HeaderBlockStep {
    collected ??= Buffer.allocUnsafeSlow(capacityBytes);
    const before = length;
    length += chunk.copy(collected, length, at);
    const blockEnd = endOfBlock(collected.subarray(0, length), before);
    if (blockEnd === -1 && length === capacityBytes) {
      throw new UnreadableMultipartError(`a part's headers are over ${maxPartHeaderBytes} bytes`);
    }
    if (blockEnd === -1) return { block: null, end: chunk.length };
    length = 0;
    return { block: collected.subarray(0, blockEnd), end: at - before + blockEnd + blankLine.length };
  }

  return { read };
}

function endOfBlock(bytes: Buffer, newFrom: number): number {
  // An empty block has no line of its own to end: the line break before it is the delimiter's.
  if (bytes[0] === 0x0d && bytes[1] === 0x0a) throw new UnreadableMultipartError('a part has no headers');
  return bytes.indexOf(blankLine, Math.max(0, newFrom - blankLine.length + 1));
}
