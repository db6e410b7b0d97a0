import { UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { maxPartHeaderBytes } from '../submission/limits.ts';

interface HeaderBlockStep {
  /** The header lines without the blank line, or null until the blank line has arrived. Valid until the next `read`. */
  readonly block: Buffer | null;
  /** The offset in the chunk after the bytes that were read. */
  readonly end: number;
}

const blankLine = Buffer.from('\r\n\r\n');
const capacityBytes = maxPartHeaderBytes + blankLine.length;

/** Reads the header block of one part after another, each up to CRLF CRLF. Copies only blocks that span chunks. */
export function createHeaderBlock() {
  let collected: Buffer | null = null;
  let length = 0;

  /**
   * Reads the block's bytes from `at` on.
   * @throws {UnreadableMultipartError} when the block is empty, or as soon as it exceeds 16 KiB (C6).
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
  // An empty block consists of one line break: the line break before it belongs to the delimiter.
  if (bytes[0] === 0x0d && bytes[1] === 0x0a) throw new UnreadableMultipartError('a part has no headers');
  return bytes.indexOf(blankLine, Math.max(0, newFrom - blankLine.length + 1));
}
