import { isUtf8 } from 'node:buffer';
import { UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { trimWhitespace } from '../../platform/language/whitespace.ts';
import { maxPartHeaderBytes } from '../submission/limits.ts';
import { readDisposition } from './disposition.ts';
import type { PartHeader } from './form-reader.ts';
import { token } from './parameters.ts';

const foldedLine = /\r\n[ \t]+/g;

/**
 * Reads a part's header lines, without the blank line after them (RFC 7578 section 4.2, RFC 5322 section 2.2; C1, C6,
 * C7, C22).
 * @throws {UnreadableMultipartError} when a line is malformed or the part has no readable name.
 */
export function readPartHeader(block: Buffer): PartHeader {
  let disposition: string | null = null;
  let contentType: string | null = null;
  for (const line of decode(block).replace(foldedLine, ' ').split('\r\n')) {
    const { name, value } = readField(line);
    if (name === 'content-type') contentType ??= value;
    if (name !== 'content-disposition') continue;
    if (disposition !== null) throw new UnreadableMultipartError('a part has two Content-Dispositions');
    disposition = value;
  }
  if (disposition === null) throw new UnreadableMultipartError('a part has no Content-Disposition');
  const { name, fileName } = readDisposition(disposition);
  return { name, fileName, contentType: contentType || null };
}

function decode(block: Buffer): string {
  if (!isUtf8(block)) throw new UnreadableMultipartError("a part's headers are not UTF-8");
  const text = block.toString('utf8');
  if (/\r(?!\n)/.test(text)) throw new UnreadableMultipartError("bare CR in a part's headers");
  if (/(?<!\r)\n/.test(text)) throw new UnreadableMultipartError("bare LF in a part's headers");
  // Browsers send the other control characters of a file name unencoded, so they are allowed.
  if (text.includes('\0')) throw new UnreadableMultipartError("NUL in a part's headers");
  return text;
}

function readField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':');
  if (colon === -1) throw new UnreadableMultipartError('a header line of a part has no colon');
  const name = line.slice(0, colon);
  if (!token.test(name)) throw new UnreadableMultipartError('a header of a part has an invalid name');
  return { name: name.toLowerCase(), value: trimWhitespace(line.slice(colon + 1)) };
}

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
